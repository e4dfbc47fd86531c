/*
 * Measures how many milliseconds an editor takes to complete members and to check a configuration with ten providers, for
 * Authwright, Auth.js and Better Auth. It uses the language service of TypeScript 6 and the language server of TypeScript 7. Before
 * each request the file is edited, as a user edits it. The libraries take turns, so that a busy machine slows all of them. First run
 * `npm run build` and `npm install --prefix bench`.
 *
 *   node bench/completions.mjs [runs]
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projects } from './lib/editor-projects.mjs'
import { openLanguageServer } from './lib/language-server.mjs'
import { openLanguageService } from './lib/language-service.mjs'
import { median } from './lib/measure.mjs'

const runs = Number(process.argv[2] ?? 40)

/** Completions before the measurement, so that the JavaScript engine has optimized the compiler by then. */
const warmUp = 30

/** The budgets of Authwright, as medians in milliseconds, by probe. */
const editors = [
  {
    name: 'TypeScript 6',
    open: openLanguageService,
    budgets: { 'session.': 40, 'params.': 90, diagnostics: 70 },
  },
  {
    name: 'TypeScript 7',
    open: openLanguageServer,
    budgets: { 'session.': 20, 'params.': 20, diagnostics: 20 },
  },
]

const bench = import.meta.dirname
const installed = projects.filter(({ library, needs }) => {
  const found = [bench, path.dirname(bench)].some((folder) =>
    existsSync(path.join(folder, 'node_modules', needs)),
  )
  if (!found) console.log(`${library} is not installed (npm install --prefix bench): not measured.`)
  return found
})

/** @param {import('./lib/editor-projects.mjs').Probe} probe @param {readonly string[]} names @param {boolean} all */
function verify({ name, expected }, names, all) {
  const offered = [...new Set(names)].sort()
  const right = all
    ? offered.join() === expected.join()
    : expected.every((each) => offered.includes(each)) && (expected.length > 0 || offered.length === 0)
  if (!right) throw new Error(`${name}: ${offered.join(', ')} in place of ${expected.join(', ')}.`)
}

/** @param {import('./lib/language-service.mjs').Editor} editor @param {import('./lib/editor-projects.mjs').Probe} probe @param {number} run */
async function once(editor, { file, text, offset }, run) {
  editor.edit(file, `${text}\n// ${run}\n`)
  const [start, cpu] = [performance.now(), editor.cpu()]
  const names = await (offset === undefined ? editor.check(file) : editor.complete(file, offset))
  return { names, ms: performance.now() - start, cpu: editor.cpu() - cpu }
}

/** @param {string} parent @param {import('./lib/editor-projects.mjs').Project} project */
function write(parent, { needs, files }) {
  const folder = path.join(parent, needs)
  mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  return folder
}

mkdirSync(path.join(bench, 'temp'), { recursive: true })
const parent = mkdtempSync(path.join(bench, 'temp/completions-'))
try {
  const folders = installed.map((project) => write(parent, project))
  for (const { name, open, budgets } of editors) {
    const opened = await Promise.all(folders.map((folder) => open(folder)))
    /** @type {Map<string, { ms: number[], cpu: number[] }>} */
    const times = new Map()
    const probes = installed[0]?.probes ?? []
    for (const index of probes.keys()) {
      // Restores the files that the previous probe edited.
      for (const [at, editor] of opened.entries()) {
        for (const file of ['auth.ts', 'page.ts']) editor.edit(file, installed[at]?.files[file] ?? '')
      }
      for (let run = -warmUp; run < runs; run++) {
        for (const [at, editor] of opened.entries()) {
          const { library, probes: own } = /** @type {import('./lib/editor-projects.mjs').Project} */ (
            installed[at]
          )
          const probe = /** @type {import('./lib/editor-projects.mjs').Probe} */ (own[index])
          const { names, ms, cpu } = await once(editor, probe, run)
          verify(probe, names, library === 'Authwright')
          const key = `${probe.name} ${library}`
          const taken = times.get(key) ?? { ms: [], cpu: [] }
          if (run >= 0) {
            taken.ms.push(ms)
            taken.cpu.push(cpu)
          }
          times.set(key, taken)
        }
      }
    }
    print(name, probes, times, budgets)
    for (const editor of opened) editor.close()
  }
} finally {
  rmSync(parent, { recursive: true, force: true })
}

/** @param {string} editor @param {readonly import('./lib/editor-projects.mjs').Probe[]} probes @param {Map<string, { ms: number[], cpu: number[] }>} times @param {Readonly<Record<string, number>>} budgets */
function print(editor, probes, times, budgets) {
  console.log(
    `\n| ${editor}, ms (of the processor) | ${installed.map(({ library }) => library).join(' | ')} | budget |`,
  )
  console.log(`|---|${'---:|'.repeat(installed.length + 1)}`)
  for (const { name } of probes) {
    const cells = installed.map(({ library }) => {
      const { ms, cpu } = times.get(`${name} ${library}`) ?? { ms: [], cpu: [] }
      // The mean, because the kernel reports CPU time of another process in steps of 10 ms.
      const mean = cpu.reduce((sum, each) => sum + each, 0) / cpu.length
      return `${median(ms).toFixed(1)} (${mean.toFixed(1)})`
    })
    console.log(`| \`${name}\` | ${cells.join(' | ')} | ${budgets[name] ?? ''} |`)
  }
}
