import { sha256 } from '#sha256'
import { isObjectOf, isOptional, isString } from '../../core/base/type-guards.js'
import { randomToken } from '../../core/crypto/random.js'
import { roomForCookie } from '../../core/http/cookie-budget.js'
import { openAll } from '../../core/http/cookie-values.js'
import { addCookies, type CookieExchange, clearCookie } from '../../core/http/cookies.js'
import type { Site } from '../../core/lifetimes.js'
import type { Identity } from '../../core/login/identity.js'
import { sessionPolicy } from '../../core/sessions/session-lifetime.js'
import { accountName, providerIdOf } from '../../core/storage/account-keys.js'
import { firstFitting, type ValueSpace } from './fitting-value.js'
import { unverifiedClaims } from './jws.js'

/** The account that started a session. */
export interface ProviderSession {
  readonly provider: string
  readonly providerAccountId: string
  /** The ID token of the sign-in, if the cookie has room for it. */
  readonly idToken?: string | undefined
  /** Identifies the session at the provider. A stored ID token with another id belongs to another browser. */
  readonly sessionId?: string | undefined
  /** Sent instead of an ID token (`logout_hint`). */
  readonly hint?: string | undefined
}

/** A sign-out at a provider from which the browser has not returned yet. */
export interface ProviderSignOut {
  readonly provider: string
  readonly origin: string
  /** The validated redirect target. */
  readonly target: string
}

/** The cookies for a sign-out at the provider. */
export interface ProviderSessionCookies {
  /**
   * Keeps the cookie for the session that replaces the one with the key `previous`, or deletes it if there is none.
   *
   * @param key - Identifies the new session.
   */
  follow(previous: string | undefined, key: string, exchange: CookieExchange): Promise<void>
  /** Stores the account for a new session. An ID token, or the whole cookie, is left out if it would be too long. */
  begin(key: string, identity: Identity, exchange: CookieExchange): Promise<void>
  /** Returns the account of the session with this key. */
  find(key: string, exchange: CookieExchange): Promise<ProviderSession | undefined>
  /** Stores the redirect target of a sign-out at the provider. Returns its `state`. */
  leave(signOut: ProviderSignOut, exchange: CookieExchange): Promise<string>
  /**
   * Returns the sign-out from which the browser returns, and deletes its cookie. A provider may omit `state`. If it sends one, it must be
   * the `state` of that sign-out.
   */
  comeBack(
    at: Pick<ProviderSignOut, 'provider' | 'origin'>,
    state: string | undefined,
    exchange: CookieExchange,
  ): Promise<ProviderSignOut | undefined>
}

/** The content of the cookie. */
interface HeldSession extends Omit<ProviderSession, 'sessionId'> {
  /** A hash of the key of the local session. */
  readonly session: string
  /** The id of the session at the provider. */
  readonly name?: string | undefined
}

/** A sign-out at a provider, and its `state`. */
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

/** Seconds within which the browser must return from the provider. */
const MAX_AGE_SECONDS = 15 * 60

/** Maximum length of the cookie's value. Its name and attributes need the rest of 4,096 bytes. */
const MAX_VALUE = 3_800

/** The cookies of a site about the session at the provider. */
export function siteProviderSessions({ cookies, app }: Site): ProviderSessionCookies {
  const { spec, providers, accountScope } = app
  const { providerSession, providerSignOut } = cookies
  const { absoluteMaxAge: lifetime } = sessionPolicy(spec)
  const sessions = app.sealer({ purpose: 'provider session', audience: providerSession.name })
  const signOuts = app.sealer({ purpose: 'provider sign-out', audience: providerSignOut.name })

  const open = async (key: string, exchange: CookieExchange): Promise<HeldSession | undefined> => {
    const session = await sha256(key)
    const all = (await openAll(providerSession.name, exchange.cookies, sessions)).filter((opened) =>
      isHeldSession(opened),
    )
    return all.find((held) => held.session === session)
  }
  /** The space for one of the two cookies. */
  const spaceFor = (name: string, exchange: CookieExchange): Pick<ValueSpace, 'fits'> => {
    const room = Math.min(MAX_VALUE, roomForCookie(exchange, cookies) - name.length)
    return { fits: (length) => length <= room }
  }
  /** Sets the first value that fits, or deletes the cookie. */
  const keep = async (
    values: readonly Omit<HeldSession, 'session'>[],
    key: string,
    exchange: CookieExchange,
  ): Promise<void> => {
    const { name, options } = providerSession
    const session = await sha256(key)
    const payloads = values.map((each) => ({ ...each, session }))
    const value = await firstFitting(payloads, {
      sealer: sessions,
      maxAge: lifetime,
      ...spaceFor(name, exchange),
    })
    if (value !== undefined)
      return addCookies(exchange, [{ name, value, options: { ...options, maxAge: lifetime } }])
    if (exchange.cookies.has(name)) addCookies(exchange, [clearCookie(name, options)])
  }

  return {
    async begin(key, { provider: id, account, profile = {} }, exchange) {
      const provider = await accountName(id, providers, accountScope)
      const { providerAccountId, id_token: idToken } = account
      const { login_hint, sid } = profile as { login_hint?: unknown; sid?: unknown }
      const hint = [login_hint, sid].find(
        (each): each is string => typeof each === 'string' && each.length <= 256,
      )
      const name = idToken === undefined ? undefined : await providerSessionId(idToken)
      const known = { provider, providerAccountId, name, hint }
      // Kept in the cookie even if the database has the ID token, because the next sign-in in any browser replaces the stored one.
      await keep([{ ...known, idToken }, known], key, exchange)
    },

    async follow(previous, key, exchange) {
      const held = previous ? await open(previous, exchange) : undefined
      await keep(held ? [held, { ...held, idToken: undefined }] : [], key, exchange)
    },

    async find(key, exchange) {
      const held = await open(key, exchange)
      if (!held) return undefined
      const provider = await providerIdOf(held.provider, providers, accountScope)
      if (provider === undefined) return undefined
      const { providerAccountId, idToken, name: sessionId, hint } = held
      return { provider, providerAccountId, idToken, sessionId, hint }
    },

    async leave(signOut, exchange) {
      const { name, options } = providerSignOut
      const state = randomToken()
      const value = await firstFitting([{ ...signOut, state }], {
        sealer: signOuts,
        maxAge: MAX_AGE_SECONDS,
        ...spaceFor(name, exchange),
      })
      // Without the cookie, the browser returns to the start page.
      if (value !== undefined)
        addCookies(exchange, [{ name, value, options: { ...options, maxAge: MAX_AGE_SECONDS } }])
      return state
    },

    async comeBack({ provider, origin }, state, exchange) {
      const { name, options } = providerSignOut
      if (!exchange.cookies.has(name)) return undefined
      addCookies(exchange, [clearCookie(name, options)])
      const all = (await openAll(name, exchange.cookies, signOuts)).filter((opened) => isHeldSignOut(opened))
      return all.find(
        (held) =>
          held.provider === provider &&
          held.origin === origin &&
          (state === undefined || state === held.state),
      )
    },
  }
}

/** Identifies the session at the provider of an ID token: by its `sid`, or else by the hash of the token. */
export async function providerSessionId(idToken: string): Promise<string> {
  const sid = unverifiedClaims(idToken)?.['sid']
  return typeof sid === 'string' ? `sid ${await sha256(sid)}` : sha256(idToken)
}
