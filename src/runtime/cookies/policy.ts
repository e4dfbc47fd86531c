import type { CookieAttributes, CookieOption, CookiesOptions } from '../../options/cookies-options.js'

/** A cookie's name and attributes, without its value. */
export interface NamedCookie {
  readonly name: string
  readonly options: CookieAttributes
}

/** The name and attributes of every cookie. */
export interface CookiePolicy {
  readonly sessionToken: NamedCookie
  readonly csrfToken: NamedCookie
  /** The id of a flow is added to the name, after a dot. */
  readonly flow: NamedCookie
}

export interface CookiePolicyOptions {
  /** Whether cookies travel over HTTPS only. */
  readonly secure: boolean
  /** What the application sets in place of the defaults. */
  readonly cookies: CookiesOptions
}

/** Decides the name and attributes of every cookie, once for a configuration. */
export function cookiePolicy({ secure, cookies }: CookiePolicyOptions): CookiePolicy {
  const defaults: CookieAttributes = { httpOnly: true, sameSite: 'lax', path: '/', secure }
  return {
    sessionToken: named('session-token', defaults, cookies.sessionToken),
    csrfToken: named('csrf-token', defaults, cookies.csrfToken),
    flow: named('flow', defaults, cookies.flow),
  }
}

function named(role: string, defaults: CookieAttributes, option: CookieOption | undefined): NamedCookie {
  const options = { ...defaults, ...option?.options }
  return { name: option?.name ?? `${prefixFor(options)}authwright.${role}`, options }
}

/**
 * The strictest prefix with which a browser takes the cookie.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis-22#section-4.1.3
 */
function prefixFor({ secure, domain, path }: CookieAttributes): '__Host-' | '__Secure-' | '' {
  if (!secure) return ''
  return domain === undefined && path === '/' ? '__Host-' : '__Secure-'
}
