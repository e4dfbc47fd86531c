import { inChild } from './child.mjs'

/** The memory that is still in use after many operations. @returns {Promise<{ name: string, operations: number, bytes: number }[]>} */
export function retained() {
  return inChild('./retained-child.mjs', { flags: ['--expose-gc'] })
}
