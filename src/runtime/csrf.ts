import type { NamedCookie } from './cookies/policy.js'
import type { RequestCookies } from './cookies/request-cookies.js'
import type { ResponseCookie } from './cookies/response-cookie.js'
import type { Mac } from './crypto/mac.js'
import { randomToken } from './crypto/random.js'

/** The token of a browser, and the cookie to set when it had none. */
export interface CsrfToken {
  readonly token: string
  readonly cookie: ResponseCookie | undefined
}

/**
 * Protects requests that change something. The browser holds a token in a cookie together with its
 * MAC, and repeats the token in the request, which another site can neither read nor write. The
 * token changes when somebody signs in or out, so a form from before is refused.
 */
export interface Csrf {
  /** The browser's token, or a new one. */
  current(cookies: RequestCookies): Promise<CsrfToken>
  /** A new token, in place of whatever the browser holds. */
  renew(): Promise<ResponseCookie>
  /** Whether `submitted` is the token in the browser's cookie. */
  verify(cookies: RequestCookies, submitted: string | undefined): Promise<boolean>
}

export function createCsrf(mac: Mac, { name, options }: NamedCookie): Csrf {
  const read = async (cookies: RequestCookies): Promise<string | undefined> => {
    const [token, tag, ...rest] = cookies.get(name)?.split('|') ?? []
    if (!token || !tag || rest.length > 0) return undefined
    return (await mac.verify(token, tag)) ? token : undefined
  }
  const create = async (): Promise<{ token: string; cookie: ResponseCookie }> => {
    const token = randomToken()
    return { token, cookie: { name, value: `${token}|${await mac.sign(token)}`, options } }
  }
  return {
    async current(cookies) {
      const token = await read(cookies)
      return token === undefined ? create() : { token, cookie: undefined }
    },
    async renew() {
      return (await create()).cookie
    },
    // The comparison need not be in constant time: whoever could measure it holds the cookie.
    async verify(cookies, submitted) {
      return submitted !== undefined && submitted === (await read(cookies))
    },
  }
}
