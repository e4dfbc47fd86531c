import { AsyncLocalStorage } from 'node:async_hooks'
import { refuseProduction } from './production-refusal.js'

/** The result of `inSolidStartRequest`. */
export interface SolidStartRequestResult<Result> {
  /** The awaited result of the code. */
  readonly result: Result
  /** The response headers that the code has set, including cookies. */
  readonly headers: Headers
}

/**
 * Runs code of SolidStart as part of a request: `getRequestEvent()` returns the event of the request. A redirect is
 * thrown, as in SolidStart, with the cookies that were set before it.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright/solid-start'
 * import { github } from 'authwright/providers/github'
 * import { testAuth } from 'authwright/testing'
 * import { inSolidStartRequest } from 'authwright/testing/vitest'
 *
 * const auth = createAuth().provider(github()).build()
 *
 * const ada = await testAuth(auth)()
 * const { result: session } = await inSolidStartRequest(ada.request('/account'), () => auth.getSession())
 * ```
 */
export async function inSolidStartRequest<Result>(
  request: Request,
  run: () => Result | Promise<Result>,
): Promise<SolidStartRequestResult<Result>> {
  refuseProduction()
  const { RequestContext } = await import('solid-js/web')
  const storages = globalThis as { [RequestContext]?: AsyncLocalStorage<object> }
  storages[RequestContext] ??= new AsyncLocalStorage()
  const headers = new Headers()
  const event = { request, response: { headers }, clientAddress: '127.0.0.1', locals: {} }
  try {
    return { result: await storages[RequestContext].run(event, async () => run()), headers }
  } catch (error) {
    throw error instanceof Response ? withHeaders(error, headers) : error
  }
}

function withHeaders({ body, status, statusText, headers }: Response, added: Headers): Response {
  const all = new Headers(headers)
  for (const [name, value] of added) all.append(name, value)
  return new Response(body, { status, statusText, headers: all })
}
