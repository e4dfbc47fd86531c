/*
 * How long an editor takes to complete `session.user.` and `signIn('` in a project with ten providers, in
 * milliseconds, with the language service of TypeScript 6 and the language server of TypeScript 7. Before
 * each request the file is edited, as it is when one types. Run `npm run build` before.
 *
 *   node bench/completions.mjs [runs]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../scripts/lib/root.mjs'
import { openLanguageServer } from './lib/language-server.mjs'
import { openLanguageService } from './lib/language-service.mjs'
import { project, texts } from './lib/ten-providers.mjs'

const runs = Number(process.argv[2] ?? 40)

/** An editor has been open for a while: its compiler is compiled itself, after some dozens of completions. */
const warmUp = 60

/** The budgets, as medians in milliseconds. */
const editors = [
  { name: 'TypeScript 6', open: openLanguageService, budget: 20 },
  { name: 'TypeScript 7', open: openLanguageServer, budget: 6 },
]

/** @param {readonly number[]} values sorted @param {number} share */
const quantile = (values, share) =>
  values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/** @param {import('./lib/language-service.mjs').Editor} editor @param {import('./lib/ten-providers.mjs').Probe} probe */
async function measure(editor, { text, offset, expected }) {
  const times = []
  for (let run = -warmUp; run < runs; run++) {
    editor.edit(`${text}\n// ${run}\n`)
    const start = performance.now()
    const names = await editor.complete(offset)
    const time = performance.now() - start
    if (run >= 0) times.push(time)
    const offered = [...names].sort().join(', ')
    if (offered !== expected) throw new Error(`${offered} is offered in place of ${expected}.`)
  }
  return times.sort((a, b) => a - b)
}

mkdirSync(path.join(root, 'temp'), { recursive: true })
const folder = mkdtempSync(path.join(root, 'temp/completions-'))
try {
  for (const [name, text] of Object.entries(project)) writeFileSync(path.join(folder, name), text)
  for (const { name, open, budget } of editors) {
    const editor = await open(folder)
    for (const probe of texts) {
      const times = await measure(editor, probe)
      const [low, median, high] = [0.1, 0.5, 0.9].map((share) => quantile(times, share).toFixed(1))
      console.log(
        `${name}  ${probe.name.padEnd(16)} median ${median} ms (${low} to ${high}), budget ${budget} ms`,
      )
    }
    editor.close()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
