// Checks docs/rules/: a block marked `expect-error` causes one error, with the sentence that the page quotes.
// All other blocks compile. If a page has several quotes, the last one is checked.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { codeBlocks } from '../scripts/lib/code-blocks.mjs'
import { root } from '../scripts/lib/root.mjs'
import { createReport } from './lib/report.mjs'

const pages = path.join(root, 'docs/rules')
const names = readdirSync(pages).filter((name) => name !== 'README.md')
mkdirSync(path.join(root, 'temp'), { recursive: true })
const folder = mkdtempSync(path.join(root, 'temp/rules-'))
const report = createReport()

const options = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
}

/** The blocks of a page as files, each with its expected error. */
function blocksOf(name) {
  const text = readFileSync(path.join(pages, name), 'utf8')
  const sentence = [...text.matchAll(/^> (.*)$/gm)].at(-1)?.[1]
  return codeBlocks(text).map(({ code, file, mustFail }) => {
    const target = path.join(folder, path.parse(name).name, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, `${code}\n`)
    return { page: name, file: target, sentence: mustFail ? sentence : undefined, code }
  })
}

function checkBlocks(blocks) {
  const program = ts.createProgram(
    blocks.map(({ file }) => file),
    options,
  )
  for (const { page, file, sentence } of blocks) {
    const found = ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    if (sentence === undefined)
      report.check(found.length === 0, `${page} does not compile: ${found.join('\n')}`)
    else {
      report.check(found.length === 1, `${page} is refused ${found.length} times: ${found.join('\n')}`)
      for (const text of found) {
        report.check(text.includes(sentence), `${page} quotes: ${sentence}\nThe compiler prints: ${text}`)
      }
    }
  }
}

try {
  // A merged declaration applies to a whole program, so a block with one has a separate program.
  const blocks = names.flatMap(blocksOf)
  const augments = ({ code }) => /^declare module/m.test(code)
  checkBlocks(blocks.filter((block) => !augments(block)))
  for (const block of blocks.filter(augments)) checkBlocks([block])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
report.finish()
