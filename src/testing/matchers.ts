import { type BuiltAuth, portOf, sessionOf, withEvent } from './open-auth.js'
import { refuseProduction } from './production-refusal.js'
import { svelteKitEvent } from './sveltekit-event.js'

/** The redirect that `toRedirectToSignIn` expects. */
export interface SignInRedirect {
  /** The path of the page. Default: any path that ends with `/signin`. */
  readonly page?: string
  /** The value of `callbackUrl` in the query. Default: any. */
  readonly callbackUrl?: string
}

/** The matchers, for `Matchers` of Vitest and of Jest. */
export interface AuthMatchers<Returned = unknown> {
  /**
   * Checks that a request has a session. `await` the result.
   *
   * @param auth - The result of `.build()`, or its function `auth` or `getSession`.
   */
  toBeSignedIn(auth: BuiltAuth): Promise<Returned>
  /**
   * Checks that a response redirects to the sign-in page. Also accepts a redirect that Next.js, SvelteKit or
   * SolidStart has thrown.
   */
  toRedirectToSignIn(expected?: SignInRedirect): Returned
  /** Checks that a response sets the session cookie, with the default name or another that ends with `session-token`. */
  toSetSessionCookie(): Returned
}

/** The result of a matcher. */
export interface MatcherResult {
  /** Whether the value matches. With `.not`, the test runner inverts it. */
  readonly pass: boolean
  /** Returns the message for a failed assertion, with or without `.not`. */
  message(): string
}

/**
 * Matchers for `expect.extend` of Vitest and of Jest.
 *
 * @example
 * ```ts
 * import { authMatchers } from 'authwright/testing/vitest'
 * import { expect } from 'vitest'
 *
 * expect.extend(authMatchers)
 *
 * expect(Response.redirect('http://localhost/auth/signin')).toRedirectToSignIn()
 * ```
 */
export const authMatchers = {
  async toBeSignedIn(received: unknown, auth: BuiltAuth): Promise<MatcherResult> {
    refuseProduction()
    if (!(received instanceof Request)) throw new TypeError('toBeSignedIn() takes a `Request`.')
    const session = await sessionOf(withEvent(received, svelteKitEvent), portOf(auth))
    return result(session !== null, 'the request has a session', session)
  },
  toRedirectToSignIn(received: unknown, { page, callbackUrl }: SignInRedirect = {}): MatcherResult {
    refuseProduction()
    const location = locationOf(received)
    const url = location === undefined ? undefined : new URL(location, 'http://localhost')
    const isPage = page === undefined ? url?.pathname.endsWith('/signin') : url?.pathname === page
    const target = url?.searchParams.get('callbackUrl')
    const isTarget = callbackUrl === undefined || target === callbackUrl
    const path = page ?? 'a path that ends with /signin (the option `page` names another path)'
    return result(isPage === true && isTarget, `there is a redirect to the sign-in page, ${path}`, location)
  },
  toSetSessionCookie(received: unknown): MatcherResult {
    refuseProduction()
    const { headers } = (received ?? {}) as { readonly headers?: Headers }
    if (!headers?.getSetCookie) throw new TypeError('toSetSessionCookie() takes a `Response`.')
    const cookies = headers.getSetCookie()
    return result(cookies.some(setsSession), 'the response sets the session cookie', cookies.map(nameOf))
  },
}

/** `sentence` states the expectation. */
function result(pass: boolean, sentence: string, received: unknown): MatcherResult {
  return {
    pass,
    message: () =>
      `${pass ? 'Did not expect' : 'Expected'} that ${sentence}. Received: ${JSON.stringify(received)}`,
  }
}

function locationOf(received: unknown): string | undefined {
  const { status, headers, location, digest } = (received ?? {}) as {
    readonly status?: number
    readonly headers?: Headers
    readonly location?: string
    readonly digest?: string
  }
  // Next.js: NEXT_REDIRECT;replace;/auth/signin;307;
  const [, target] = /^NEXT_REDIRECT;\w+;(.*);\d+;$/.exec(digest ?? '') ?? []
  if (target !== undefined) return target
  const isRedirect = status !== undefined && status >= 300 && status < 400
  return isRedirect ? (location ?? headers?.get('location') ?? undefined) : undefined
}

function nameOf(cookie: string): string {
  return cookie.slice(0, cookie.indexOf('='))
}

/** Whether a `Set-Cookie` header sets the session cookie, or its first chunk. Deleting the cookie does not count. */
function setsSession(cookie: string): boolean {
  return /^[^=]*session-token(?:[.]0)?=[^;]/.test(cookie) && !/; *max-age=0(?:;|$)/i.test(cookie)
}
