import {
  type CookieAttributes,
  type CookieOption,
  type CookiesOptions,
  cookieNames,
  sessionTokenName,
} from '../../../options/cookies-options.js'
import { cached } from '../base/cached.js'

/*
 * Prefix and attributes of cookies. Their names without prefix are in options/cookies-options.ts. Whether they are `Secure`, and whether the
 * session cookie has a domain, is decided in core/site.ts.
 */

/** A cookie's name and attributes, without its value. */
export interface NamedCookie {
  readonly name: string
  readonly options: CookieAttributes
  /** The most characters of a value that one cookie takes, where that is less than a browser would keep. */
  readonly maxValue?: number
  /** The cookie that stood in its place before it had a domain. It is cleared with it, and when it is written. */
  readonly twin?: NamedCookie
}

/** The name and attributes of every cookie. */
export interface CookiePolicy {
  readonly sessionToken: NamedCookie
  readonly csrfToken: NamedCookie
  /** The id of a flow is added to the name, after a dot. */
  readonly flow: NamedCookie
  /** The beginning of a challenge is added to the name, after a dot. */
  readonly webauthnChallenge: NamedCookie
  /** Holds what was typed into a form that was refused, for a minute. */
  readonly failedForm: NamedCookie
  /** Holds the e-mail address that was typed on the first page of a sign-in. Named after `failedForm`, with its attributes. */
  readonly typedAddress: NamedCookie
  /** Of the last mail with a sign-in link that a browser requested. */
  readonly pendingMail: NamedCookie
  /** Of the sign-up with a password that waits for its mail. Named after `pendingMail`, with its attributes. */
  readonly pendingSignUp: NamedCookie
  /** Identifies the accounts that a browser has signed in to before. */
  readonly knownBrowser: NamedCookie
  /** Of the account that the session was started with, for a sign-out at its provider. */
  readonly providerSession: NamedCookie
  /** Of a sign-out at a provider, until the browser comes back. */
  readonly providerSignOut: NamedCookie
  /** Of the tokens of that account, where no adapter stores them. Named after `providerSession`, with its attributes. */
  readonly providerTokens: NamedCookie
}

interface CookiePolicyOptions {
  /** Whether cookies travel over HTTPS only. */
  readonly secure: boolean
  /** What the application sets in place of the defaults. */
  readonly cookies: CookiesOptions
  /** The domain whose subdomains share the session cookie. */
  readonly sessionDomain?: string | undefined
  /** Whose names the cookies have. Default: our own. */
  readonly compat?: 'authjs' | undefined
}

/** Returns one policy for the same options, where no `cookies` option is set. */
export function cookiePolicies(): (policy: CookiePolicyOptions) => CookiePolicy {
  const policies = new Map<string, CookiePolicy>()
  return (policy) => {
    const { secure, cookies, sessionDomain, compat } = policy
    if (Object.keys(cookies).length > 0) return cookiePolicy(policy)
    const name = JSON.stringify([secure, sessionDomain, compat])
    return cached(policies, MAX_POLICIES, name, () => cookiePolicy(policy))
  }
}

/** Cached policies: the option `session.domain` may differ between requests. */
const MAX_POLICIES = 100

/** The characters of a value that Auth.js puts into one cookie. */
const AUTHJS_CHUNK = 3_936

/** Decides the name and attributes of every cookie, once for a configuration. */
export function cookiePolicy(policy: CookiePolicyOptions): CookiePolicy {
  const { cookies, sessionDomain: domain } = policy
  const own = policyOf(policy)
  if (domain === undefined) return own
  const { sessionToken: option } = cookies
  const shared = { ...option, options: { ...option?.options, domain } }
  const { sessionToken } = policyOf({ ...policy, cookies: { ...cookies, sessionToken: shared } })
  const { sessionToken: twin } = own
  // Of two cookies with one name, a browser clears the one that is written.
  return { ...own, sessionToken: { ...sessionToken, ...(twin.name !== sessionToken.name && { twin }) } }
}

function policyOf({ secure, cookies, compat }: CookiePolicyOptions): CookiePolicy {
  const defaults: CookieAttributes = { httpOnly: true, sameSite: 'lax', path: '/', secure }
  const names = cookieNames(compat)
  const named = (role: keyof CookiesOptions, prefix: (options: CookieAttributes) => string): NamedCookie => {
    const option: CookieOption = cookies[role] ?? {}
    const options = { ...defaults, ...option.options }
    return { name: option.name ?? prefix(options) + names[role], options }
  }
  const roles = Object.keys(names) as (keyof CookiesOptions)[]
  const configured = Object.fromEntries(roles.map((role) => [role, named(role, prefixFor)])) as Record<
    keyof CookiesOptions,
    NamedCookie
  >
  const beside = ({ name, options }: NamedCookie, suffix: string): NamedCookie => ({
    name: `${name}-${suffix}`,
    options,
  })
  const ours: CookiePolicy = {
    ...configured,
    typedAddress: beside(configured.failedForm, 'address'),
    providerTokens: beside(configured.providerSession, 'tokens'),
    pendingSignUp: beside(configured.pendingMail, 'sign-up'),
  }
  if (compat !== 'authjs') return ours
  return {
    ...ours,
    // Auth.js knows no stricter prefix here, whatever the other attributes are.
    sessionToken: { ...named('sessionToken', () => (secure ? '__Secure-' : '')), maxValue: AUTHJS_CHUNK },
    csrfToken: named('csrfToken', () => (secure ? '__Host-' : '')),
  }
}

/** The name of the session cookie where the application does not say. */
export function sessionCookieName(secure: boolean, compat: CookiePolicyOptions['compat']): string {
  const prefix = compat === 'authjs' ? '__Secure-' : '__Host-'
  return (secure ? prefix : '') + sessionTokenName(compat)
}

/** The name of the cookie beside a session whose user acts as another one. */
export function actorCookieName(sessionToken: string): string {
  return `${sessionToken}-actor`
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

/**
 * The site that session tokens are made for: what the option `sessionAudience` says, else the `domain` of their cookie, else the
 * host. A port is no part of it, because cookies know none.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265.html#section-8.5
 */
export function sessionAudience(
  option: string | undefined,
  { options: { domain } }: Pick<NamedCookie, 'options'>,
  hostname: string,
): string {
  return option ?? domain?.replace(/^\./, '').toLowerCase() ?? hostname
}

/** What a session token is sealed for. No cookie has an `@` in its name, so each pair yields another text. */
export function sessionSalt(cookieName: string, audience: string): string {
  return `${cookieName}@${audience}`
}
