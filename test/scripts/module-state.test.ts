import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/lib/root.mjs'

const state = [
  ['let calls = 0', 'A variable of the module'],
  ['export var calls', 'A variable of the module'],
  ['const cache = new Map<string, string>()', 'A collection of the module'],
  ['const seen: WeakSet<object> = new WeakSet()', 'A collection of the module'],
  ['export const names = ["a"]', 'A collection of the module'],
  [
    'const cache: Record<string, string> = {}\nexport const set = () => { cache["a"] = "b" }',
    'Changes a constant',
  ],
  ['const state = { n: 0 }\nexport function next() { return state.n++ }', 'Changes a constant'],
  ['const state = { n: 0 }\nexport function next() { return --state.n }', 'Changes a constant'],
  ['const state = { a: { b: 1 } }\nexport const f = () => delete state.a.b', 'Changes a constant'],
  ['export class A { static count = 0 }', 'A static field that can be written'],
] as const
const harmless = [
  'const limit = 10',
  'const names = ["a", "b"] as const',
  'const names: readonly string[] = ["a"]',
  'const known: ReadonlySet<string> = new Set(["a"])',
  'const pattern = /a/',
  'const texts = { a: "b" }\nexport const text = (name: "a") => texts[name]',
  'declare let ambient: number',
  'export function f() { let n = 0; const m = new Map(); m.set(1, 2); n += 1; return n }',
  'const known = { n: 0 }\nexport function f(other: { n: number }) { other.n = known.n }',
  'export class A { static readonly type = "A"; count = 0; add() { this.count += 1 } }',
]

/** The messages of the rule for each file. */
function problems(files: readonly string[]): string[][] {
  const folder = mkdtempSync(path.join(tmpdir(), 'authwright-state-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const plugins = [path.join(root, 'scripts/module-state.grit')]
  const settings = { root: true, plugins, linter: { rules: { preset: 'none' } } }
  writeFileSync(path.join(folder, 'biome.json'), JSON.stringify(settings))
  mkdirSync(path.join(folder, 'src'))
  files.forEach((text, index) => {
    writeFileSync(path.join(folder, `src/${index}.ts`), `${text}\n`)
  })
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', 'src']
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const { diagnostics, summary } = JSON.parse(stdout)
  expect(summary.unchanged).toBe(files.length)
  const found: { message: string; location: { path: string } }[] = diagnostics
  return files.map((_, index) =>
    found
      .filter(({ location }) => path.basename(location.path) === `${index}.ts`)
      .map(({ message }) => message),
  )
}

test('checkModuleState reports mutable state of a module', () => {
  const found = problems(state.map(([text]) => text))
  expect(found).toEqual(state.map(([, problem]) => [expect.stringContaining(problem)]))
})

test('checkModuleState accepts constants and the state of instances', () => {
  expect(problems(harmless)).toEqual(harmless.map(() => []))
})
