import { sha256 } from '#sha256'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import { isObjectOf, isOptional, isString } from '../../core/base/type-guards.js'
import { randomToken } from '../../core/crypto/random.js'
import { roomForCookie } from '../../core/http/cookie-budget.js'
import { addCookies, type CookieExchange, clearCookie } from '../../core/http/cookies.js'
import type { Site } from '../../core/lifetimes.js'
import type { Identity } from '../../core/login/identity.js'
import { sessionPolicy } from '../../core/sessions/session-renewal.js'
import { accountName, providerIdOf } from '../../core/storage/account-keys.js'
import { unverifiedClaims } from './jws.js'

/** The account that a session was started with. */
export interface ProviderSession {
  readonly provider: string
  readonly providerAccountId: string
  /** The ID token of the sign-in, where the cookie has room for it. */
  readonly idToken?: string | undefined
  /** Names the session at the provider: a stored ID token with another name is one of another browser. */
  readonly name?: string | undefined
  /** What stands in for an ID token. */
  readonly hint?: string | undefined
}

/** A sign-out at a provider that the browser has not come back from. */
export interface ProviderSignOut {
  readonly provider: string
  readonly origin: string
  /** Where to go afterwards, which was validated. */
  readonly target: string
}

/** What a browser holds for a sign-out at the provider. */
export interface ProviderSessionCookies {
  /**
   * Keeps it for a session that continues the one with the key `previous`, and deletes it where there is none.
   *
   * @param key - Names the new session.
   */
  follow(previous: string | undefined, key: string, exchange: CookieExchange): Promise<void>
  /** Names the account for a session that begins. A cookie that would be too long is left out, and so is an ID token. */
  begin(key: string, identity: Identity, exchange: CookieExchange): Promise<void>
  /** The account of the session with this key. */
  find(key: string, exchange: CookieExchange): Promise<ProviderSession | undefined>
  /** Keeps where to go after a sign-out at the provider, and returns the `state` that it is found by. */
  leave(signOut: ProviderSignOut, exchange: CookieExchange): Promise<string>
  /**
   * The sign-out that the browser comes back from, once. A provider may return no `state`; another one belongs to no sign-out of this
   * browser.
   */
  comeBack(
    at: Pick<ProviderSignOut, 'provider' | 'origin'>,
    state: string | undefined,
    exchange: CookieExchange,
  ): Promise<ProviderSignOut | undefined>
}

/** A session at the provider, which is named as stored accounts are, and the key of the session here that it began with. */
interface HeldSession extends ProviderSession {
  readonly session: string
}

/** A sign-out at a provider, and the `state` that it is found by. */
interface HeldSignOut extends ProviderSignOut {
  readonly state: string
}

const isHeldSession = isObjectOf<HeldSession>({
  session: isString,
  provider: isString,
  providerAccountId: isString,
  idToken: isOptional(isString),
  name: isOptional(isString),
  hint: isOptional(isString),
})

const isHeldSignOut = isObjectOf<HeldSignOut>({
  provider: isString,
  origin: isString,
  target: isString,
  state: isString,
})

/** Seconds within which the browser must come back from the provider. */
const MAX_AGE_SECONDS = 15 * 60

/** The longest value of a cookie, in characters: name and attributes need the rest of 4,096 bytes. */
const MAX_VALUE = 3_800

/** The cookies of a site that name the session at the provider. */
export function siteProviderSessions({ cookies, app }: Site): ProviderSessionCookies {
  const { spec, providers, accountScope } = app
  const { providerSession, providerSignOut } = cookies
  const { absoluteMaxAge: lifetime } = sessionPolicy(spec)
  const clockSkew = SERVER_CLOCK_TOLERANCE_SECONDS
  const sessions = app.sealer({ purpose: 'provider session', audience: providerSession.name, clockSkew })
  const signOuts = app.sealer({ purpose: 'provider sign-out', audience: providerSignOut.name, clockSkew })

  const open = async (exchange: CookieExchange): Promise<HeldSession | undefined> => {
    const value = exchange.cookies.get(providerSession.name)
    const opened = value === undefined ? null : await sessions.open(value)
    return isHeldSession(opened) ? opened : undefined
  }
  /** Sets the first of the values that fits, or deletes the cookie. */
  const keep = async (
    values: readonly ProviderSession[],
    key: string,
    exchange: CookieExchange,
  ): Promise<void> => {
    const { name, options } = providerSession
    const room = Math.min(MAX_VALUE, roomForCookie(exchange, cookies) - name.length)
    const session = await sha256(key)
    for (const each of values) {
      const value = await sessions.seal({ ...each, session }, lifetime)
      if (value.length > room) continue
      return addCookies(exchange, [{ name, value, options: { ...options, maxAge: lifetime } }])
    }
    if (exchange.cookies.has(name)) addCookies(exchange, [clearCookie(name, options)])
  }

  return {
    async begin(key, { provider: id, account, profile = {} }, exchange) {
      const provider = await accountName(id, providers, accountScope)
      const { providerAccountId, id_token: idToken } = account
      const { login_hint, sid } = profile as { login_hint?: unknown; sid?: unknown }
      const hint = [login_hint, sid].find((each) => typeof each === 'string' && each.length <= 256)
      const name = idToken === undefined ? undefined : await nameOf(idToken)
      const known = { provider, providerAccountId, name, hint: hint as string | undefined }
      // Also where a row has it: the next sign-in, in any browser, replaces that one.
      await keep([{ ...known, idToken }, known], key, exchange)
    },

    async follow(previous, key, exchange) {
      const held = previous ? await open(exchange) : undefined
      const isPrevious = held && held.session === (await sha256(previous as string))
      await keep(isPrevious ? [held, { ...held, idToken: undefined }] : [], key, exchange)
    },

    async find(key, exchange) {
      const held = await open(exchange)
      if (!held || held.session !== (await sha256(key))) return undefined
      const provider = await providerIdOf(held.provider, providers, accountScope)
      return provider === undefined ? undefined : { ...held, provider }
    },

    async leave(signOut, exchange) {
      const { name, options } = providerSignOut
      const state = randomToken()
      const value = await signOuts.seal({ ...signOut, state }, MAX_AGE_SECONDS)
      const fits = value.length <= Math.min(MAX_VALUE, roomForCookie(exchange, cookies) - name.length)
      // Without the cookie, the browser comes back to the first page.
      if (fits) addCookies(exchange, [{ name, value, options: { ...options, maxAge: MAX_AGE_SECONDS } }])
      return state
    },

    async comeBack({ provider, origin }, state, exchange) {
      const { name, options } = providerSignOut
      const value = exchange.cookies.get(name)
      if (!exchange.cookies.has(name)) return undefined
      addCookies(exchange, [clearCookie(name, options)])
      const opened = value === undefined ? null : await signOuts.open(value)
      if (!isHeldSignOut(opened)) return undefined
      if (opened.provider !== provider || opened.origin !== origin) return undefined
      return state === undefined || state === opened.state ? opened : undefined
    },
  }
}

/** Names the session at the provider that an ID token is of: by its `sid`, or else as the only token of it. */
export async function nameOf(idToken: string): Promise<string> {
  const sid = unverifiedClaims(idToken)?.['sid']
  return typeof sid === 'string' ? `sid ${await sha256(sid)}` : sha256(idToken)
}
