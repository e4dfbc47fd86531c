import path from 'node:path'
import { inject, vi } from 'vitest'

// Unit tests keep modules loaded. A change that takes effect while a module is loaded needs a new one, before and after.
const activation = inject('mutantActivation' as never) as string | undefined
const state = globalThis as { wasStatic?: boolean }
if (activation === 'static' || state.wasStatic) vi.resetModules()
state.wasStatic = activation === 'static'

// Before the first test, so that it is known what happens while they are loaded. The runtime loads some during a request.
const { mutate = [] } = JSON.parse(process.env['MUTATION_AREA'] ?? '{}')
for (const file of mutate) await import(path.resolve(file))
