import { AsyncLocalStorage } from 'node:async_hooks'
import { refuseProduction } from './production-refusal.js'

/** A cookie that code in a request of Next.js has set, or deleted. */
export interface NextCookieChange {
  /** The cookie's name, including a prefix such as `__Host-`. */
  readonly name: string
  /** The value. Empty for a deleted cookie. */
  readonly value: string
}

/** The result of `inNextRequest`. */
export interface NextRequestResult<Result> {
  /** The result of the code. If the code returned a promise, its value. */
  readonly result: Result
  /** The changes in the order in which the code made them. */
  readonly cookies: readonly NextCookieChange[]
}

/**
 * Runs code of Next.js, such as a server component or a server action, as part of a request, without a server.
 * `headers()` and `cookies()` of `next/headers` return those of the request. Cookies can be set, as in a server action.
 * A redirect is thrown, as in Next.js.
 *
 * @param request - The request, for example `ada.request('/account')`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright/next'
 * import { github } from 'authwright/providers/github'
 * import { testAuth } from 'authwright/testing'
 * import { inNextRequest } from 'authwright/testing/vitest'
 *
 * const { auth } = createAuth().provider(github()).build()
 *
 * const ada = await testAuth(auth)()
 * const { result: session } = await inNextRequest(ada.request('/account'), () => auth())
 * ```
 */
export async function inNextRequest<Result>(
  request: Request,
  run: () => Result | Promise<Result>,
): Promise<NextRequestResult<Result>> {
  refuseProduction()
  const [{ workAsyncStorage }, { workUnitAsyncStorage }, { RequestCookies }] = await Promise.all([
    import('next/dist/server/app-render/work-async-storage.external.js'),
    import('next/dist/server/app-render/work-unit-async-storage.external.js'),
    import('next/dist/server/web/spec-extension/cookies.js'),
  ])
  for (const storage of [workAsyncStorage, workUnitAsyncStorage]) makeUsable(storage)
  const { pathname, search, host } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.set('host', host)
  const changes: NextCookieChange[] = []
  const cookies = Object.assign(new RequestCookies(new Headers(headers)), {
    set(...[first, second = '']: [cookie: NextCookieChange] | [name: string, value: string]) {
      const { name, value } = typeof first === 'string' ? { name: first, value: second } : first
      changes.push({ name, value })
      return RequestCookies.prototype.set.call(cookies, name, value)
    },
    delete(cookie: string | { readonly name: string }) {
      const name = typeof cookie === 'string' ? cookie : cookie.name
      changes.push({ name, value: '' })
      return RequestCookies.prototype.delete.call(cookies, name)
    },
  }) as InstanceType<typeof RequestCookies>
  // Contains only the members that `headers()`, `cookies()` and `connection()` read.
  const work = { route: pathname, page: pathname, forceStatic: false, dynamicShouldError: false }
  const unit = {
    type: 'request',
    phase: 'action',
    url: { pathname, search },
    headers,
    cookies,
    mutableCookies: cookies,
    userspaceMutableCookies: cookies,
    implicitTags: { tags: [], expirationsByCacheKind: new Map() },
  }
  const result = await workAsyncStorage.run(work as never, () =>
    workUnitAsyncStorage.run(unit as never, async () => run()),
  )
  return { result, cookies: changes }
}

/**
 * Gives a storage of Next.js the methods of a new `AsyncLocalStorage`, because outside of a Next.js server, its `run()` throws. The storage
 * is changed in place, because other code may have loaded it already.
 */
function makeUsable(storage: object): void {
  if (storage instanceof AsyncLocalStorage || 'usable' in storage) return
  const usable = new AsyncLocalStorage<never>()
  const methods = {
    usable,
    run: usable.run.bind(usable),
    exit: usable.exit.bind(usable),
    getStore: usable.getStore.bind(usable),
    enterWith: usable.enterWith.bind(usable),
    disable: usable.disable.bind(usable),
  }
  Object.assign(storage, methods)
}
