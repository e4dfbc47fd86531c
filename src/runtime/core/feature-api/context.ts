import type { Awaitable } from '../../../model/awaitable.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { Store } from '../../../stores/contract.js'

/*
 * The core passes its internal objects to features of other packages. Each type here contains only the
 * members that stay the same between versions.
 */

/** The application: a configuration and its tenant. */
export interface FeatureApp {
  /** The path of the routes, such as `/auth`. */
  readonly basePath: string
  /** The path of the application's start page. */
  readonly home: string
  /** The time, in milliseconds since 1970. */
  readonly clock: () => number
  /** The logger of the configuration. */
  readonly logger: LoggerInstance
  /** The option `store`, within the tenant. Begin each key with the name of the feature. */
  readonly store: Store
  /** Returns the result of `make`, which is called once per application. Pass the same function each time. */
  get<Part>(make: (app: FeatureApp) => Part): Part
  /**
   * Returns a sealer for values that a browser carries, with the secrets of the application. A value can be
   * opened only with the purpose and audience with which it was sealed.
   */
  sealer(use: { readonly purpose: string; readonly audience: string }): FeatureSealer
}

/** Seals values that a browser carries, so that the browser can neither read nor change them. */
export interface FeatureSealer {
  /**
   * Encrypts a value, and sets its members `iat`, `exp` and `jti`.
   *
   * @param payload - The value, which must be JSON.
   * @param maxAge - Whole seconds until `open` returns `null`. Fractions are rounded down.
   * @throws RangeError if `maxAge` is not a finite number, or the sealed value would be longer than 32,768
   * characters.
   */
  seal(payload: Record<string, unknown>, maxAge: number): Promise<string>
  /** Returns the sealed value, or `null` if it has expired or was not sealed with this purpose and audience. */
  open(sealed: string): Awaitable<Record<string, unknown> | null>
}

/** The application at one origin. */
export interface FeatureSite {
  /** The application. */
  readonly app: FeatureApp
  /** The host name, without port. */
  readonly hostname: string
  /** Whether cookies have the attribute `Secure`. */
  readonly secure: boolean
}

/** The cookies of a request. */
export interface FeatureCookies {
  /**
   * Returns the value of a cookie, or `undefined` if the request has none or several with this name, or the value
   * cannot be decoded.
   */
  get(name: string): string | undefined
}

/** A request, and the cookies of its response. */
export interface FeatureExchange {
  /** The request. */
  readonly request: Request
  /** The origin of the application, such as `https://example.com`. */
  readonly origin: string
  /** Parameters of the URL. Read one with `textParam`. */
  readonly query: Readonly<Record<string, unknown>>
  /** Fields of the form or of the JSON object in the request body. */
  readonly body: Readonly<Record<string, unknown>>
  /** The cookies of the request. */
  readonly cookies: FeatureCookies
  /** The application at the origin of the request. */
  readonly site: { readonly secure: boolean }
}

/** The request data that a route receives. */
export interface FeatureContext {
  /** The application. */
  readonly app: FeatureApp
  /** The request. */
  readonly exchange: FeatureExchange
  /** The second path segment, if the route has one. */
  readonly providerId: string | undefined
}
