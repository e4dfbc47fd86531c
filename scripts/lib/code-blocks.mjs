/**
 * @typedef {object} CodeBlock
 * @property {number} line 1-based line of the first line of code in the document
 * @property {string} code
 * @property {string} file the title of the block, or a name made from its line
 * @property {boolean} titled whether the block has `title=…`
 * @property {boolean} mustFail whether the block is marked `expect-error`
 */

const languages = new Set(['ts', 'typescript', 'tsx'])

/**
 * Returns the TypeScript blocks of a page. Includes blocks in HTML comments, which declare code that the page does not show.
 *
 * @param {string} text
 * @returns {readonly CodeBlock[]}
 */
export function codeBlocks(text) {
  /** @type {CodeBlock[]} */
  const blocks = []
  /** @type {{ indent: string, fence: string, info: string[], line: number, code: string[] } | undefined} */
  let open
  text.split(/\r?\n/).forEach((line, index) => {
    const [, indent = '', fence = '', info = ''] = line.match(/^(\s*)(`{3,}|~{3,})\s*([^`]*)$/) ?? []
    if (open === undefined) {
      if (fence !== '') open = { indent, fence, info: info.trim().split(/\s+/), line: index + 2, code: [] }
      return
    }
    if (!(fence.startsWith(open.fence) && info.trim() === '')) {
      open.code.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line)
      return
    }
    const [language = '', ...words] = open.info
    if (languages.has(language)) {
      const title = words
        .find((word) => word.startsWith('title='))
        ?.slice('title='.length)
        .replaceAll('"', '')
      blocks.push({
        line: open.line,
        code: open.code.join('\n'),
        file: title ?? `${folderOf(open.code[0])}block-${open.line}.${language === 'tsx' ? 'tsx' : 'ts'}`,
        titled: title !== undefined,
        mustFail: words.includes('expect-error'),
      })
    }
    open = undefined
  })
  return blocks
}

/**
 * Returns the folder that the first line of a block names. The block is checked in this folder, so that a wrong relative import is an
 * error.
 *
 * @param {string | undefined} firstLine such as `// app/api/auth/[...auth]/route.ts`
 */
function folderOf(firstLine) {
  const [, folder = ''] = firstLine?.match(/^\/\/ ((?:[\w.()[\]+-]+\/)+)[\w.()[\]+-]+[.]tsx?\b/) ?? []
  return folder
}

/**
 * Returns the text of the documentation comments. Each line keeps its number, and lines of code are empty.
 *
 * @param {string} text
 * @returns {string}
 */
export function documentationComments(text) {
  let inside = false
  return text
    .split('\n')
    .map((line) => {
      const starts = /^\s*\/\*\*/.test(line)
      const shown = inside ? line.replace(/^\s*\* ?/, '') : ''
      inside = (inside || starts) && !line.includes('*/')
      return shown
    })
    .join('\n')
}
