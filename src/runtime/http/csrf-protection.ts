import type { NamedCookie } from './cookie-policy.js'
import { clearCookie, type RequestCookies, type ResponseCookie } from './cookies.js'

/** The token of a browser, and the cookie to set when it had none. */
export interface CsrfToken {
  readonly token: string
  readonly cookie: ResponseCookie | undefined
}

/**
 * Protects requests that change something. The browser holds a token in a cookie together with its
 * MAC, and repeats the token in the request, which another site can neither read nor write. The MAC is
 * over the session too, so a token from before a sign-in or sign-out is rejected, even when its
 * cookie is put back.
 *
 * `session` is what `SessionStrategy.key` returns for the request.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html#signed-double-submit-cookie-recommended
 */
export interface Csrf {
  /** Whether the application has turned the check off. */
  readonly isOff: boolean
  /** The browser's token, or a new one. */
  current(cookies: RequestCookies, session: string): Promise<CsrfToken>
  /** A new token, in place of whatever the browser holds. */
  renew(session: string): Promise<ResponseCookie>
  /** Whether `submitted` is the token in the browser's cookie, and of the session. */
  verify(cookies: RequestCookies, submitted: string | undefined, session: string): Promise<boolean>
}

/** Accepts every request, and removes the token of a browser that still holds one. */
export function uncheckedCsrf({ name, options }: NamedCookie): Csrf {
  return {
    isOff: true,
    current: async () => ({ token: '', cookie: undefined }),
    renew: async () => clearCookie(name, options),
    verify: async () => true,
  }
}

/** A check that is loaded with the first token. */
export function lazyCsrf(load: () => Promise<Csrf>): Csrf {
  let loading: Promise<Csrf> | undefined
  const loaded = (): Promise<Csrf> => {
    loading ??= load()
    return loading
  }
  return {
    isOff: false,
    current: async (cookies, session) => (await loaded()).current(cookies, session),
    renew: async (session) => (await loaded()).renew(session),
    verify: async (cookies, submitted, session) => (await loaded()).verify(cookies, submitted, session),
  }
}

/**
 * Whether a browser says that the request comes from this site, or says nothing. A page with the
 * referrer policy `no-referrer` sends `Origin: null` even to its own site.
 *
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 */
export function comesFromSite({
  request: { headers },
  origin,
}: {
  readonly request: Pick<Request, 'headers'>
  readonly origin: string
}): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const sender = headers.get('origin')
  return sender === null || sender === origin || (sender === 'null' && site === 'same-origin')
}
