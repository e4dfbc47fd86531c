/**
 * Passed to a handler beside the request, it requests the response as data in place of a `Response`, and errors
 * to be thrown. For those who write an integration. A symbol, so that no request can hold it.
 *
 * @example
 * ```ts
 * import { createAuth, raw } from 'authwright'
 * import { github } from 'authwright/providers/github'
 *
 * const auth = createAuth().provider(github()).build()
 *
 * export async function leadsTo(request: Request): Promise<string | undefined> {
 *   const { redirect } = await auth.handler(request, raw)
 *   return redirect
 * }
 * ```
 */
export const raw: unique symbol = Symbol.for('authwright.raw')
