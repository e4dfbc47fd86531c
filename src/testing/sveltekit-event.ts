import type { RawCookie } from '../model/raw-response.js'
import { type ResponseCookie, readCookies } from '../runtime/core/http/cookies.js'
import { serializeCookie } from '../runtime/core/http/serialize-cookie.js'
import { refuseProduction } from './refuse.js'

/** The event of a SvelteKit request, for hooks, `load` functions, actions and endpoints. */
export interface SvelteKitTestEvent {
  readonly request: Request
  readonly url: URL
  readonly cookies: SvelteKitTestCookies
  readonly locals: Record<string, unknown>
  readonly params: Readonly<Record<string, string>>
  /** Not typed: `never` is assignable to `App.Platform` of every application. */
  readonly platform: never
  readonly route: { readonly id: string }
  readonly isDataRequest: boolean
  readonly isSubRequest: boolean
  readonly isRemoteRequest: boolean
  /** Tracing is off. `never` is assignable to the spans of OpenTelemetry, which need not be installed. */
  readonly tracing: { readonly enabled: boolean; readonly root: never; readonly current: never }
  readonly fetch: typeof fetch
  /** The headers that code has set, and its cookies. */
  readonly responseHeaders: Headers
  getClientAddress(): string
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

/** A span of OpenTelemetry that records nothing. */
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
  get(name: string): string | undefined
  getAll(): { name: string; value: string }[]
  set(name: string, value: string, options: RawCookie['options']): void
  delete(name: string, options: RawCookie['options']): void
  serialize(name: string, value: string, options: RawCookie['options']): string
}

/**
 * Creates the event of a SvelteKit request, to call a hook, a `load` function, an action or an endpoint in a
 * unit test.
 *
 * @param request - The request, for example `ada.request('/account')`.
 * @param options - Parameters of the route, `platform` and `locals`.
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
  const set = new Map<string, string>()
  const responseHeaders = new Headers()
  const get = (name: string): string | undefined =>
    set.has(name) ? set.get(name) || undefined : sent.get(name)
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
        [...new Set([...sent.names(), ...set.keys()])].flatMap((name) => {
          const value = get(name)
          return value === undefined ? [] : [{ name, value }]
        }),
      set(name, value, options) {
        set.set(name, value)
        responseHeaders.append('set-cookie', written(name, value, options))
      },
      delete(name, options) {
        set.set(name, '')
        responseHeaders.append('set-cookie', written(name, '', { ...options, maxAge: 0 }))
      },
      serialize: (name, value, options) => written(name, value, options),
    },
  }
}

function written(name: string, value: string, options: RawCookie['options']): string {
  // Kit types a path as any string.
  return serializeCookie({ name, value, options: options as ResponseCookie['options'] })
}
