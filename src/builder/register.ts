/**
 * Augment this interface to type the browser clients without importing the server.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { github } from 'authwright/providers/github'
 *
 * const auth = createAuth().provider(github()).build()
 *
 * declare module 'authwright' {
 *   interface Register {
 *     auth: typeof auth
 *   }
 * }
 * ```
 */
export interface Register {}
