/*
 * The output of the compiler for the blocks of a page: the types of names, and the error message of a block that must not compile. The programs are those
 * in which scripts/check-docs.mjs compiles the blocks, so that the site shows what was checked.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { codeBlocks } from '../scripts/lib/code-blocks.mjs'
import { documentationPrograms, documentationSamples } from '../scripts/lib/documentation-programs.mjs'
import { root } from '../scripts/lib/root.mjs'

/** @typedef {import('../scripts/lib/documentation-programs.mjs').Program} Program */
/** @typedef {Program['samples'][number]} Sample */
/** @typedef {import('@shikijs/twoslash').TwoslashShikiReturn['nodes'][number]} Node */
/** @typedef {{ page: string, code: string, nodes: readonly Node[] }} Hints */

const docs = path.join(root, 'docs')
const blocks = path.join(root, 'temp/docs')
// Maximum lengths in characters: of a named type that is shown with its members, and of a function type.
const [longestType, longestFunction] = [600, 240]

/** The file that declares a name. @param {ts.TypeChecker} checker @param {ts.Node} name */
function fileOf(checker, name) {
  const symbol = checker.getSymbolAtLocation(name)
  const declared = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return declared?.declarations?.[0]?.getSourceFile().fileName ?? ''
}

/**
 * The names that a page has for values, and the properties that it reads. Types of names of other libraries would distract from them.
 *
 * @param {ts.TypeChecker} checker
 * @param {ts.SourceFile} file
 */
function namesIn(checker, file) {
  /** @type {ts.Identifier[]} */
  const names = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isModuleDeclaration(node))
      return
    const { parent } = node
    if (ts.isIdentifier(node)) {
      const isRead = ts.isPropertyAccessExpression(parent) && parent.name === node
      const isKey =
        (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) && parent.name === node
      const declaredIn = isKey || ts.isJsxAttribute(parent) ? '' : fileOf(checker, node)
      if (declaredIn.startsWith(isRead ? root : blocks) && !declaredIn.includes('/node_modules/'))
        names.push(node)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return names
}

/** @param {ts.LanguageService} service @param {ts.Identifier} name @param {number} depth of named types that are shown with their members */
function quickInfo(service, name, depth) {
  const { fileName } = name.getSourceFile()
  const parts =
    service.getQuickInfoAtPosition(fileName, name.getStart(), undefined, depth)?.displayParts ?? []
  // Shortens `(property) BaseSession.user` to `user`.
  const last = parts.findIndex(({ text }, index) => text === name.text && parts[index - 1]?.text === '.')
  return ts.displayPartsToString(last < 0 ? parts : parts.slice(last))
}

/** @param {ts.LanguageService} service @param {ts.Identifier} name */
function typeOf(service, name) {
  let text = quickInfo(service, name, 0)
  const isName = !/[{(]/.test(text.replaceAll(/^\(\w+( \w+)?\)|"[^"]*"/g, ''))
  for (const depth of isName ? [1, 2] : []) {
    const expanded = quickInfo(service, name, depth)
    if (expanded.length > longestType) break
    text = expanded
  }
  const isFunction = /[)>]\(|=>|^\w+\(/.test(text) && !text.includes('{\n')
  const isNoise = /: any$|\b\w*Builder</.test(text) || (isFunction && text.length > longestFunction)
  return isNoise ? '' : text
}

/** The error message of Authwright in the compiler output: the last literal with several words. @param {ts.Diagnostic} diagnostic */
function sentenceOf({ messageText }) {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n')
  const literals = [...text.matchAll(/"([^"]*)"/g)].map(([, literal = '']) => literal)
  return literals.findLast((literal) => literal.includes(' ')) ?? text
}

/** @param {ts.LanguageService} service @param {Sample} sample @returns {readonly Node[]} */
function nodesOf(service, { file, block: { code, mustFail } }) {
  const program = service.getProgram()
  const sourceFile = program?.getSourceFile(file)
  if (program === undefined || sourceFile === undefined)
    throw new Error(`${file} is not part of its program.`)
  // The code of the program may begin with a comment that the page does not show.
  const offset = sourceFile.text.trimEnd().length - code.trimEnd().length
  /** @param {number} from @param {number} to */
  const rangeOf = (from, to) => {
    const start = from - offset
    const lines = code.slice(0, start).split('\n')
    const [line = ''] = code.slice(start, to - offset).split('\n')
    return { start, length: line.length, line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
  }
  const shown = new Set()
  const hovers = namesIn(program.getTypeChecker(), sourceFile).flatMap((name) => {
    const text = typeOf(service, name)
    const key = `${name.text} ${text}`
    if (text === '' || shown.has(key)) return []
    shown.add(key)
    return [{ type: 'hover', text, target: name.text, ...rangeOf(name.getStart(), name.end) }]
  })
  const errors = mustFail ? program.getSemanticDiagnostics(sourceFile) : []
  return /** @type {Node[]} */ ([
    ...hovers,
    ...errors.map((error) => {
      const { code: id, start = 0, length = 0 } = error
      return {
        type: 'error',
        level: 'error',
        id: String(id),
        code: id,
        filename: '',
        text: sentenceOf(error),
        ...rangeOf(start, start + length),
      }
    }),
  ])
}

/**
 * The hints of the pages of a folder made of docs/.
 *
 * @param {string} pages
 * @returns {readonly Hints[]}
 */
export function hintsOf(pages) {
  const groups = documentationSamples().filter(([sample]) => sample?.source.startsWith(docs))
  /** @type {Hints[]} */
  const hints = []
  for (const { samples, service } of documentationPrograms(groups)) {
    for (const sample of samples) {
      const page = path.relative(docs, sample.source).replace(/README[.]md$/, 'index.md')
      const { code } = sample.block
      const shown = codeBlocks(readFileSync(path.join(pages, page), 'utf8'))
      if (shown.some((block) => block.code === code))
        hints.push({ page, code, nodes: nodesOf(service, sample) })
    }
  }
  return hints
}
