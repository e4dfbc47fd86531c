import type { RawCookie } from '../model/raw-response.js'
import { type ResponseCookie, readCookies } from '../runtime/core/http/cookies.js'
import { serializeCookie } from '../runtime/core/http/serialize-cookie.js'
import { refuseProduction } from './production-refusal.js'

/** The event of a SvelteKit request, for hooks, `load` functions, actions and endpoints. */
export interface SvelteKitTestEvent {
  /** The request that was passed to `svelteKitEvent`. */
  readonly request: Request
  /** The URL of the request. */
  readonly url: URL
  /** The cookies of the request, with the changes that code has made. */
  readonly cookies: SvelteKitTestCookies
  /** A copy of the option `locals`. */
  readonly locals: Record<string, unknown>
  /** The option `params`. Default: none. */
  readonly params: Readonly<Record<string, string>>
  /** The option `platform`. Its type is `never`, which is assignable to the `App.Platform` of every application. */
  readonly platform: never
  /** `id` is the path of the URL, because no route is matched. */
  readonly route: { readonly id: string }
  /** Always `false`. */
  readonly isDataRequest: boolean
  /** Always `false`. */
  readonly isSubRequest: boolean
  /** Always `false`. */
  readonly isRemoteRequest: boolean
  /** Always off. `never` is assignable to the spans of OpenTelemetry, which need not be installed. */
  readonly tracing: { readonly enabled: boolean; readonly root: never; readonly current: never }
  /** The global `fetch`. Unlike that of SvelteKit, it does not call endpoints of the application directly. */
  readonly fetch: typeof fetch
  /** The response headers that the code has set, including cookies. */
  readonly responseHeaders: Headers
  /** Always `127.0.0.1`. */
  getClientAddress(): string
  /** Sets headers of the response. Unlike SvelteKit, it accepts a header that is already set. */
  setHeaders(headers: Readonly<Record<string, string>>): void
}

/** Options of `svelteKitEvent`. */
export interface SvelteKitEventOptions {
  /** The parameters of the route. Default: none. */
  readonly params?: Readonly<Record<string, string>>
  /** Data from the SvelteKit adapter, such as `{ env }`. Default: `undefined`. */
  readonly platform?: unknown
  /** Data from hooks. Default: none. */
  readonly locals?: Readonly<Record<string, unknown>>
}

export const noSpan = {
  setAttribute: (): object => noSpan,
  setAttributes: (): object => noSpan,
  setStatus: (): object => noSpan,
  addEvent: (): object => noSpan,
  recordException: (): void => {},
  end: (): void => {},
}

/** The cookies of an event. */
export interface SvelteKitTestCookies {
  /** Returns a cookie, including changes by the code. */
  get(name: string): string | undefined
  /** Returns all cookies, including changes by the code. */
  getAll(): { name: string; value: string }[]
  /** Sets a cookie, and adds `Set-Cookie` to `responseHeaders`. */
  set(name: string, value: string, options: RawCookie['options']): void
  /** Deletes a cookie, and adds a `Set-Cookie` with `Max-Age=0` to `responseHeaders`. */
  delete(name: string, options: RawCookie['options']): void
  /** Returns the value of a `Set-Cookie` header. */
  serialize(name: string, value: string, options: RawCookie['options']): string
}

/**
 * Creates the event of a SvelteKit request, to call a hook, a `load` function, an action or an endpoint in a
 * unit test.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright/sveltekit'
 * import { github } from 'authwright/providers/github'
 * import { testAuth } from 'authwright/testing'
 * import { svelteKitEvent } from 'authwright/testing/vitest'
 *
 * const auth = createAuth().provider(github()).build()
 *
 * const ada = await testAuth(auth)()
 * const session = await auth.auth(svelteKitEvent(ada.request('/account')))
 * ```
 */
export function svelteKitEvent(request: Request, options: SvelteKitEventOptions = {}): SvelteKitTestEvent {
  refuseProduction()
  const { params = {}, platform, locals = {} } = options
  const sent = readCookies(request.headers.get('cookie'))
  // `undefined` for a deleted cookie.
  const changed = new Map<string, string | undefined>()
  const responseHeaders = new Headers()
  const get = (name: string): string | undefined => (changed.has(name) ? changed.get(name) : sent.get(name))
  const set: SvelteKitTestCookies['set'] = (name, value, options) => {
    changed.set(name, options.maxAge === 0 ? undefined : value)
    responseHeaders.append('set-cookie', serialized(name, value, options))
  }
  const url = new URL(request.url)
  return {
    request,
    url,
    params,
    locals: { ...locals },
    platform: platform as never,
    route: { id: url.pathname },
    isDataRequest: false,
    isSubRequest: false,
    isRemoteRequest: false,
    tracing: { enabled: false, root: noSpan as never, current: noSpan as never },
    fetch,
    responseHeaders,
    getClientAddress: () => '127.0.0.1',
    setHeaders(headers) {
      for (const [name, value] of Object.entries(headers)) responseHeaders.set(name, value)
    },
    cookies: {
      get,
      getAll: () =>
        [...new Set([...sent.names(), ...changed.keys()])].flatMap((name) => {
          const value = get(name)
          return value === undefined ? [] : [{ name, value }]
        }),
      set,
      delete: (name, options) => set(name, '', { ...options, maxAge: 0 }),
      serialize: serialized,
    },
  }
}

function serialized(name: string, value: string, options: RawCookie['options']): string {
  // SvelteKit types `path` as any string. `serializeCookie` requires a leading slash in the type.
  return serializeCookie({ name, value, options: options as ResponseCookie['options'] })
}
