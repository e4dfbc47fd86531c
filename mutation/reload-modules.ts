import path from 'node:path'
import { inject, vi } from 'vitest'

// Unit tests share loaded modules. A change in code that runs while a module is loaded takes effect only in a
// newly loaded module, so modules are loaded again before and after each test.
const activation = inject('mutantActivation' as never) as string | undefined
const state = globalThis as { wasStatic?: boolean }
if (activation === 'static' || state.wasStatic) vi.resetModules()
state.wasStatic = activation === 'static'

// All modules are loaded before the first test, so that StrykerJS knows which code runs when they are loaded. The runtime loads some
// modules only during a request.
const { mutate = [] } = JSON.parse(process.env['MUTATION_AREA'] ?? '{}')
for (const file of mutate) await import(path.resolve(file))
