import {
  type CookieAttributes,
  type CookieOption,
  type CookiesOptions,
  cookieNames,
  sessionTokenName,
  withoutPrefix,
} from '../../../options/cookies-options.js'
import { withDefaults } from '../../../options/with-defaults.js'
import { cached } from '../base/cached.js'

export interface NamedCookie {
  readonly name: string
  readonly options: CookieAttributes
  /** Maximum length of the value in one cookie, in characters. Default: as much as browsers allow. */
  readonly maxValue?: number
  /**
   * The same cookie without a domain, which the browser may have stored before the domain was configured. It
   * is deleted whenever this cookie is written or deleted.
   */
  readonly twin?: NamedCookie
}

export interface CookiePolicy {
  readonly sessionToken: NamedCookie
  readonly csrfToken: NamedCookie
  /** Contains the data of a running sign-in. The name ends with a dot and the id of a flow. */
  readonly flow: NamedCookie
  /** Contains the data of a passkey ceremony. The name ends with a dot and the beginning of a challenge. */
  readonly webauthnChallenge: NamedCookie
  /** Contains the input of a refused form, for a minute. */
  readonly failedForm: NamedCookie
  /** Contains the e-mail address entered on the first page of a sign-in. */
  readonly typedAddress: NamedCookie
  /** The last mail with a sign-in link that the browser requested. */
  readonly pendingMail: NamedCookie
  /** Contains a sign-up with a password until the link in its mail is opened. */
  readonly pendingSignUp: NamedCookie
  /** Identifies the accounts that a browser has signed in to before. */
  readonly knownBrowser: NamedCookie
  /** The account with which the session was started, for a sign-out at its provider. */
  readonly providerSession: NamedCookie
  /** Contains the state of a sign-out at a provider. Deleted when the browser returns from the provider. */
  readonly providerSignOut: NamedCookie
  /** The tokens of the account in `providerSession`, if no adapter stores them. */
  readonly providerTokens: NamedCookie
}

interface CookiePolicyOptions {
  readonly secure: boolean
  readonly cookies: CookiesOptions
  /** The domain whose subdomains share the session cookie. */
  readonly sessionDomain?: string | undefined
  readonly compat?: 'authjs' | undefined
}

export function cookiePolicies(): (options: CookiePolicyOptions) => CookiePolicy {
  const policies = new Map<string, CookiePolicy>()
  return (options) => {
    const { secure, cookies, sessionDomain, compat } = options
    if (Object.keys(cookies).length > 0) return cookiePolicy(options)
    const key = JSON.stringify([secure, sessionDomain, compat])
    return cached(policies, MAX_POLICIES, key, () => cookiePolicy(options))
  }
}

/** Limited, because the option `session.domain` may differ between requests. */
const MAX_POLICIES = 100

const AUTHJS_CHUNK_LENGTH = 3_936

export function cookiePolicy(options: CookiePolicyOptions): CookiePolicy {
  const { cookies, sessionDomain: domain } = options
  const hostOnly = policyOf(options)
  if (domain === undefined) return hostOnly
  const { sessionToken: option } = cookies
  const shared = { ...option, options: { ...option?.options, domain } }
  const { sessionToken } = policyOf({ ...options, cookies: { ...cookies, sessionToken: shared } })
  const { sessionToken: twin } = hostOnly
  // With the same name, deleting the twin would also delete the new session cookie.
  const hasTwin = twin.name !== sessionToken.name
  return { ...hostOnly, sessionToken: hasTwin ? { ...sessionToken, twin } : sessionToken }
}

function policyOf({ secure, cookies, compat }: CookiePolicyOptions): CookiePolicy {
  const defaults: CookieAttributes = { httpOnly: true, sameSite: 'lax', path: '/', secure }
  const names = cookieNames(compat)
  const named = (role: keyof CookiesOptions, prefix: (options: CookieAttributes) => string): NamedCookie => {
    const option: CookieOption = cookies[role] ?? {}
    const options = withDefaults(defaults, option.options ?? {})
    const { name } = option
    return { name: name === undefined ? prefix(options) + names[role] : acceptedName(name, options), options }
  }
  const roles = Object.keys(names) as (keyof CookiesOptions)[]
  const configured = Object.fromEntries(roles.map((role) => [role, named(role, prefixFor)])) as Record<
    keyof CookiesOptions,
    NamedCookie
  >
  const policy: CookiePolicy = {
    ...configured,
    typedAddress: namedAfter(configured.failedForm, 'address'),
    providerTokens: namedAfter(configured.providerSession, 'tokens'),
    pendingSignUp: namedAfter(configured.pendingMail, 'sign-up'),
  }
  if (compat !== 'authjs') return policy
  return {
    ...policy,
    // Auth.js uses these prefixes whatever attributes the cookies have.
    sessionToken: {
      ...named('sessionToken', () => (secure ? '__Secure-' : '')),
      maxValue: AUTHJS_CHUNK_LENGTH,
    },
    csrfToken: named('csrfToken', () => (secure ? '__Host-' : '')),
  }
}

function namedAfter({ name, options }: NamedCookie, suffix: string): NamedCookie {
  return { name: `${name}-${suffix}`, options }
}

/** Removes the prefix of the name over HTTP, because browsers refuse a prefixed cookie without `Secure`. */
export function acceptedName(name: string, { secure }: Pick<CookieAttributes, 'secure'>): string {
  return secure ? name : withoutPrefix(name)
}

export function sessionCookieName({
  secure,
  compat,
}: Pick<CookiePolicyOptions, 'secure' | 'compat'>): string {
  const prefix = compat === 'authjs' ? '__Secure-' : '__Host-'
  return (secure ? prefix : '') + sessionTokenName(compat)
}

/**
 * Returns the strictest prefix that a browser accepts for the cookie.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis-22#section-4.1.3
 */
function prefixFor({ secure, domain, path }: CookieAttributes): '__Host-' | '__Secure-' | '' {
  if (!secure) return ''
  return domain === undefined && path === '/' ? '__Host-' : '__Secure-'
}
