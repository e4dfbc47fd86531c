import { describe, expect, test } from 'vitest'
import { moduleState } from '../../scripts/lib/module-state.mjs'

describe('state of a module is found', () => {
  test.each([
    ['let calls = 0', 'a.ts:1: "calls" is a variable of the module.'],
    ['export var calls', 'a.ts:1: "calls" is a variable of the module.'],
    ['const cache = new Map<string, string>()', 'a.ts:1: "cache" is a Map of the module.'],
    ['const seen: WeakSet<object> = new WeakSet()', 'a.ts:1: "seen" is a WeakSet of the module.'],
    ['export const names = ["a"]', 'a.ts:1: "names" is an array that can be changed.'],
    [
      'const cache: Record<string, string> = {}\nexport const set = () => { cache["a"] = "b" }',
      'a.ts:2: changes "cache"',
    ],
    ['const state = { n: 0 }\nexport function next() { return state.n++ }', 'a.ts:2: changes "state"'],
    ['const state = { a: { b: 1 } }\nexport const f = () => delete state.a.b', 'a.ts:2: changes "state"'],
    ['export class A { static count = 0 }', 'a.ts:1: "count" is a static field that can be written.'],
  ])('%s', (source, problem) => {
    const problems = moduleState('a.ts', source)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })
})

describe('what cannot change, or belongs to an instance, is left alone', () => {
  test.each([
    'const limit = 10',
    'const names = ["a", "b"] as const',
    'const names: readonly string[] = ["a"]',
    'const known: ReadonlySet<string> = new Set(["a"])',
    'const pattern = /a/',
    'const texts = { a: "b" }\nexport const text = (name: "a") => texts[name]',
    'declare let ambient: number',
    'export function f() { let n = 0; const m = new Map(); m.set(1, 2); n += 1; return n }',
    'export class A { static readonly type = "A"; count = 0; add() { this.count += 1 } }',
  ])('%s', (source) => {
    expect(moduleState('a.ts', source)).toEqual([])
  })
})
