import { afterAll, expect, vi } from 'vitest'
// These modules change a global when they are loaded, for all files of a thread.
import '../frameworks/next/async-storage.js'
import './virtual-time.js'

/*
 * Unit tests run in threads that take one file after another and keep modules loaded. A file that leaves the environment or a global
 * changed would fail tests of other files, in a different order each time. So the file itself fails.
 */
const globals = ['Date', 'fetch', 'setTimeout', 'setInterval', 'navigator', 'process', 'crypto'] as const

const state = (): Record<string, unknown> => ({
  ...process.env,
  ...Object.fromEntries(globals.map((name) => [name, globalThis[name]])),
})

const before = state()
const environment = { ...process.env }

afterAll(() => {
  const isFake = vi.isFakeTimers()
  const after = state()
  const changed = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  expect(isFake, 'The file leaves a fake clock behind.').toBe(false)
  expect(changed, 'The file leaves these variables or globals changed.').toEqual([])
})
