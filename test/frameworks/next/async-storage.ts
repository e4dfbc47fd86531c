import { AsyncLocalStorage } from 'node:async_hooks'

/** Next.js reads this global when it is loaded, so import this module first. */
Object.assign(globalThis, { AsyncLocalStorage })
