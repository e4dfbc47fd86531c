import type { Mac } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import type { NamedCookie } from './cookie-policy.js'
import { MAX_VALUES, type RequestCookies, type ResponseCookie, valuesOf } from './cookies.js'

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
  /** Whether `submitted` is a token in a cookie of the browser, and of the session. */
  verify(cookies: RequestCookies, submitted: string, session: string): Promise<boolean>
}

/** The string whose MAC stands beside a token in the cookie. */
export type MarkedText = (token: string, session: string) => string

/** @param marked - Default: the token and the session together. */
export function createCsrf(
  mac: Mac,
  { name, options }: NamedCookie,
  marked: MarkedText = (token, session) => `${token}|${session}`,
): Csrf {
  /** The tokens of the browser. It has several cookies of the name where the domain or path of the cookie was changed. */
  const read = async (cookies: RequestCookies, session: string): Promise<readonly string[]> => {
    const tokens: string[] = []
    for (const value of valuesOf(name, cookies).slice(0, MAX_VALUES)) {
      const [token, tag, ...rest] = value.split('|')
      if (!token || !tag || rest.length > 0) continue
      if (await mac.verify(marked(token, session), tag)) tokens.push(token)
    }
    return tokens
  }
  const create = async (session: string): Promise<{ token: string; cookie: ResponseCookie }> => {
    const token = randomToken()
    const tag = await mac.sign(marked(token, session))
    return { token, cookie: { name, value: `${token}|${tag}`, options } }
  }
  return {
    isOff: false,
    async current(cookies, session) {
      const [token] = await read(cookies, session)
      return token === undefined ? create(session) : { token, cookie: undefined }
    },
    async renew(session) {
      return (await create(session)).cookie
    },
    // The comparison need not be in constant time: a client that could measure it holds the cookie.
    async verify(cookies, submitted, session) {
      return (await read(cookies, session)).includes(submitted)
    },
  }
}
