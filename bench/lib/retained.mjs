import { inChild } from './child.mjs'

/** What is still in memory after many operations. @returns {Promise<{ name: string, operations: number, bytes: number }[]>} */
export function retained() {
  return inChild('./retained-child.mjs', { flags: ['--expose-gc'] })
}
