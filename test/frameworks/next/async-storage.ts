import { AsyncLocalStorage } from 'node:async_hooks'

/** Next.js looks for it under this name when it is loaded, so this module is imported before it. */
Object.assign(globalThis, { AsyncLocalStorage })
