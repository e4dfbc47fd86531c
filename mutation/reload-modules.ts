import path from 'node:path'
import { inject, vi } from 'vitest'

// Unit tests share loaded modules. A change that takes effect while a module is loaded needs a newly loaded module, before and after the test.
const activation = inject('mutantActivation' as never) as string | undefined
const state = globalThis as { wasStatic?: boolean }
if (activation === 'static' || state.wasStatic) vi.resetModules()
state.wasStatic = activation === 'static'

// Loaded before the first test, so that the code that runs at loading is known. The runtime loads some modules during a request.
const { mutate = [] } = JSON.parse(process.env['MUTATION_AREA'] ?? '{}')
for (const file of mutate) await import(path.resolve(file))
