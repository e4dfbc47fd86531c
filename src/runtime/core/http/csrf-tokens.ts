import type { Mac } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import type { NamedCookie } from './cookie-policy.js'
import { MAX_VALUES, type RequestCookies, type ResponseCookie, valuesOf } from './cookies.js'

export interface CsrfToken {
  readonly token: string
  readonly cookie: ResponseCookie | undefined
}

/**
 * A cookie contains a token and its MAC, and the request repeats the token. Another site can neither read nor
 * write this cookie. Except with `compat: 'authjs'`, the MAC includes `session`, the result of
 * `SessionStrategy.key`. So a token from before a sign-in or sign-out is rejected, even if an attacker
 * restores its cookie.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html#signed-double-submit-cookie-recommended
 */
export interface Csrf {
  readonly isOff: boolean
  /** Returns the browser's token, or a new token. */
  current(cookies: RequestCookies, session: string): Promise<CsrfToken>
  renew(session: string): Promise<ResponseCookie>
  verify(cookies: RequestCookies, submitted: string, session: string): Promise<boolean>
}

/**
 * Returns the input of the MAC. With `compat: 'authjs'`, this is only the token, as in Auth.js, which uses
 * the same cookies.
 */
type MacInput = (token: string, session: string) => string

export function createCsrf(
  mac: Mac,
  { name, options }: NamedCookie,
  macInput: MacInput = (token, session) => `${token}|${session}`,
): Csrf {
  /**
   * Returns `submitted` if a cookie contains its MAC. Without `submitted`, returns the token of the first
   * cookie whose token and MAC match. Compares MACs, never tokens.
   */
  const find = async (
    cookies: RequestCookies,
    session: string,
    submitted?: string,
  ): Promise<string | undefined> => {
    for (const value of valuesOf(name, cookies).slice(0, MAX_VALUES)) {
      const [first, ...tag] = value.split('|')
      const token = submitted ?? first
      // `|` separates token and session. If a token contained `|`, two different pairs could have the same
      // MAC input.
      if (token && !token.includes('|') && (await mac.verify(macInput(token, session), tag.join('|'))))
        return token
    }
    return undefined
  }
  const create = async (session: string): Promise<{ token: string; cookie: ResponseCookie }> => {
    const token = randomToken()
    const tag = await mac.sign(macInput(token, session))
    return { token, cookie: { name, value: `${token}|${tag}`, options } }
  }
  return {
    isOff: false,
    async current(cookies, session) {
      const token = await find(cookies, session)
      return token === undefined ? create(session) : { token, cookie: undefined }
    },
    async renew(session) {
      return (await create(session)).cookie
    },
    async verify(cookies, submitted, session) {
      return (await find(cookies, session, submitted)) !== undefined
    },
  }
}
