/*
 * Checks that every TypeScript block of README.md, CONTRIBUTING.md, docs/ and the documentation comments of
 * src compiles against the built package, and that the pages name every export of `authwright`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { documentationPrograms, documentationSamples } from './lib/documentation-programs.mjs'
import { report } from './lib/report.mjs'
import { display, root } from './lib/root.mjs'

/** The pages for users. @param {string} folder */
function pagesIn(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/^(?:contributing|decisions)\b/.test(name))
    .map((name) => path.join(root, folder, name))
}

/** @type {string[]} */
const problems = []
const groups = documentationSamples()

for (const group of groups) {
  const titles = group.filter(({ block }) => block.titled).map(({ block }) => block.file)
  for (const title of new Set(titles.filter((title, index) => titles.indexOf(title) !== index))) {
    problems.push(
      `${display(group[0]?.source ?? '')}: two blocks have the title ${title}. Give one of them another title.`,
    )
  }
}

for (const { samples, service } of documentationPrograms(groups)) {
  for (const { source, block, file } of samples) {
    const diagnostics = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)]
    if (block.mustFail) {
      if (diagnostics.length > 0) continue
      problems.push(`${display(source)}:${block.line}: compiles, but is marked "expect-error".`)
    }
    for (const { code, messageText, file: sourceFile, start = 0 } of diagnostics) {
      const line = sourceFile?.getLineAndCharacterOfPosition(start).line ?? 0
      const message = ts.flattenDiagnosticMessageText(messageText, ' ')
      problems.push(`${display(source)}:${block.line + line}: TS${code} ${message}`)
    }
  }
}

// Pages need not name the types that only `authwright/internal` exports.
const pages = [path.join(root, 'README.md'), ...pagesIn('docs')]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const exported = readFileSync(path.join(root, 'etc/authwright.api.md'), 'utf8')
for (const [, name = ''] of exported.matchAll(
  /^export (?:(?:declare|abstract) )*(?:\w+ |\{ (?:\w+ as )?)(\w+)/gm,
)) {
  if (new RegExp(`\\b${name}\\b`).test(pages)) continue
  problems.push(
    `No page names the export ${name} of authwright: name it in docs/types.md, or export it by authwright/internal.`,
  )
}

report(problems, `${groups.flat().length} code blocks of ${groups.length} files compile.`)
