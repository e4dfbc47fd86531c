/*
 * Every TypeScript block of README.md, docs/ and the documentation comments of src compiles against the built
 * package. How blocks refer to each other is described in CONTRIBUTING.md.
 */
import ts from 'typescript'
import { documentationPrograms, documentationSamples } from './lib/documentation-programs.mjs'
import { report } from './lib/report.mjs'
import { display } from './lib/root.mjs'

/** @type {string[]} */
const problems = []
const groups = documentationSamples()

for (const group of groups) {
  const titles = group.filter(({ block }) => block.titled).map(({ block }) => block.file)
  for (const title of new Set(titles.filter((title, index) => titles.indexOf(title) !== index))) {
    problems.push(
      `${display(group[0]?.source ?? '')}: two blocks have the title ${title}. Give one another title.`,
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

report(problems, `${groups.flat().length} code blocks of ${groups.length} files compile.`)
