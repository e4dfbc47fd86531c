import type { Mac } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import type { NamedCookie } from './cookie-policy.js'
import type { RequestCookies, ResponseCookie } from './cookies.js'
import type { Csrf } from './csrf-protection.js'

/** The string whose MAC stands beside a token in the cookie. */
export type MarkedText = (token: string, session: string) => string

/** @param marked - Default: the token and the session together. */
export function createCsrf(
  mac: Mac,
  { name, options }: NamedCookie,
  marked: MarkedText = (token, session) => `${token}|${session}`,
): Csrf {
  const read = async (cookies: RequestCookies, session: string): Promise<string | undefined> => {
    const [token, tag, ...rest] = cookies.get(name)?.split('|') ?? []
    if (!token || !tag || rest.length > 0) return undefined
    return (await mac.verify(marked(token, session), tag)) ? token : undefined
  }
  const create = async (session: string): Promise<{ token: string; cookie: ResponseCookie }> => {
    const token = randomToken()
    const tag = await mac.sign(marked(token, session))
    return { token, cookie: { name, value: `${token}|${tag}`, options } }
  }
  return {
    isOff: false,
    async current(cookies, session) {
      const token = await read(cookies, session)
      return token === undefined ? create(session) : { token, cookie: undefined }
    },
    async renew(session) {
      return (await create(session)).cookie
    },
    // The comparison need not be in constant time: a client that could measure it holds the cookie.
    async verify(cookies, submitted, session) {
      return submitted !== undefined && submitted === (await read(cookies, session))
    },
  }
}
