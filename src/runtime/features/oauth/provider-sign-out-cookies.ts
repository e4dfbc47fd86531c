import { sha256 } from '#sha256'
import { isObjectOf, isOptional, isString } from '../../core/base/type-guards.js'
import { randomToken } from '../../core/crypto/random.js'
import { fitsIntoCookie } from '../../core/http/cookie-value-size.js'
import { addCookies, type CookieExchange, clearCookie } from '../../core/http/cookies.js'
import { openAll } from '../../core/http/same-name-cookies.js'
import type { Identity } from '../../core/login/identity.js'
import type { Site } from '../../core/object-lifetimes.js'
import { sessionPolicy } from '../../core/sessions/session-lifetime.js'
import { accountName, providerIdOf } from '../../core/storage/account-names.js'
import { firstFitting } from './fitting-value.js'
import { unverifiedClaims } from './jws.js'

/** The account with which a session started. */
export interface ProviderSession {
  readonly provider: string
  readonly providerAccountId: string
  /** The ID token of the sign-in, if the cookie has room for it. */
  readonly idToken?: string | undefined
  /**
   * The result of `providerSessionId` for the ID token of the sign-in. An ID token in the database with
   * another result is not used.
   */
  readonly sessionId?: string | undefined
  /** The value of `logout_hint`, which is sent if no ID token can be sent. */
  readonly hint?: string | undefined
}

/** A sign-out at a provider from which the browser has not returned yet. */
export interface ProviderSignOut {
  readonly provider: string
  readonly origin: string
  /** Already validated. */
  readonly target: string
}

export interface ProviderSessionCookies {
  /** Binds the cookie of the session `previous` to the session `key`. Deletes a cookie of any other session. */
  move(previous: string | undefined, key: string, exchange: CookieExchange): Promise<void>
  /**
   * Stores the account of a session in a cookie. If the cookie would be too long, leaves out the ID token. If
   * it still is too long, sets no cookie.
   */
  begin(key: string, identity: Identity, exchange: CookieExchange): Promise<void>
  find(key: string, exchange: CookieExchange): Promise<ProviderSession | undefined>
  /** Stores a sign-out in a cookie, and returns its `state`. */
  beginSignOut(signOut: ProviderSignOut, exchange: CookieExchange): Promise<string>
  /**
   * Deletes the cookie, and returns the sign-out from which the browser has returned. A provider may omit the
   * parameter `state`. If the request has a `state`, it must be the `state` of the sign-out.
   */
  endSignOut(
    at: Pick<ProviderSignOut, 'provider' | 'origin'>,
    state: string | undefined,
    exchange: CookieExchange,
  ): Promise<ProviderSignOut | undefined>
}

interface SealedSession extends Omit<ProviderSession, 'sessionId'> {
  /** A hash of the local session key. */
  readonly session: string
  /** The `sessionId` of the session at the provider. */
  readonly name?: string | undefined
}

interface SealedSignOut extends ProviderSignOut {
  readonly state: string
}

const isSealedSession = isObjectOf<SealedSession>({
  session: isString,
  provider: isString,
  providerAccountId: isString,
  idToken: isOptional(isString),
  name: isOptional(isString),
  hint: isOptional(isString),
})

const isSealedSignOut = isObjectOf<SealedSignOut>({
  provider: isString,
  origin: isString,
  target: isString,
  state: isString,
})

/** The browser must return from the provider within this time. */
const MAX_AGE_SECONDS = 15 * 60

/** In characters. Longer hints are not stored. */
const MAX_HINT_LENGTH = 256

export function siteProviderSessions({ cookies, app }: Site): ProviderSessionCookies {
  const { spec, providers, accountScope } = app
  const { providerSession, providerSignOut } = cookies
  const { absoluteMaxAge: lifetime } = sessionPolicy(spec)
  const sessions = app.sealer({ purpose: 'provider session', audience: providerSession.name })
  const signOuts = app.sealer({ purpose: 'provider sign-out', audience: providerSignOut.name })

  const open = async (key: string, exchange: CookieExchange): Promise<SealedSession | undefined> => {
    const session = await sha256(key)
    const all = (await openAll(providerSession.name, exchange.cookies, sessions)).filter((opened) =>
      isSealedSession(opened),
    )
    return all.find((opened) => opened.session === session)
  }
  const setSession = async (
    values: readonly Omit<SealedSession, 'session'>[],
    key: string,
    exchange: CookieExchange,
  ): Promise<void> => {
    const { name, options } = providerSession
    const session = await sha256(key)
    const payloads = values.map((each) => ({ ...each, session }))
    const value = await firstFitting(payloads, {
      sealer: sessions,
      maxAge: lifetime,
      fits: fitsIntoCookie(name, providerSession, cookies, exchange),
    })
    if (value !== undefined)
      return addCookies(exchange, [{ name, value, options: { ...options, maxAge: lifetime } }])
    if (exchange.cookies.has(name)) addCookies(exchange, [clearCookie(name, options)])
  }

  return {
    async begin(key, { provider: id, account, profile = {} }, exchange) {
      const provider = await accountName(id, providers, accountScope)
      const { providerAccountId, id_token: idToken } = account
      // With `idToken: false`, the profile is the UserInfo response, which rarely has `login_hint` or `sid`. So
      // the claims of the ID token are used, too.
      const claims = idToken === undefined ? undefined : unverifiedClaims(idToken)
      const { login_hint, sid }: Record<string, unknown> = { ...profile, ...claims }
      const hint = [login_hint, sid].find(
        (claim): claim is string =>
          typeof claim === 'string' && claim !== '' && claim.length <= MAX_HINT_LENGTH,
      )
      const name = idToken === undefined ? undefined : await providerSessionId(idToken)
      const withoutToken = { provider, providerAccountId, name, hint }
      // The cookie contains the ID token even if the database has it, too. The next sign-in in any browser
      // replaces the ID token in the database.
      await setSession([{ ...withoutToken, idToken }, withoutToken], key, exchange)
    },

    async move(previous, key, exchange) {
      const stored = previous ? await open(previous, exchange) : undefined
      await setSession(stored ? [stored, { ...stored, idToken: undefined }] : [], key, exchange)
    },

    async find(key, exchange) {
      const stored = await open(key, exchange)
      if (!stored) return undefined
      const provider = await providerIdOf(stored.provider, providers, accountScope)
      if (provider === undefined) return undefined
      const { providerAccountId, idToken, name: sessionId, hint } = stored
      return { provider, providerAccountId, idToken, sessionId, hint }
    },

    async beginSignOut(signOut, exchange) {
      const { name, options } = providerSignOut
      const state = randomToken()
      const value = await firstFitting([{ ...signOut, state }], {
        sealer: signOuts,
        maxAge: MAX_AGE_SECONDS,
        fits: fitsIntoCookie(name, providerSignOut, cookies, exchange),
      })
      // Without the cookie, the sign-out works, but the browser then returns to the start page.
      if (value !== undefined)
        addCookies(exchange, [{ name, value, options: { ...options, maxAge: MAX_AGE_SECONDS } }])
      return state
    },

    async endSignOut({ provider, origin }, state, exchange) {
      const { name, options } = providerSignOut
      if (!exchange.cookies.has(name)) return undefined
      addCookies(exchange, [clearCookie(name, options)])
      const all = (await openAll(name, exchange.cookies, signOuts)).filter((opened) =>
        isSealedSignOut(opened),
      )
      return all.find(
        (signOut) =>
          signOut.provider === provider &&
          signOut.origin === origin &&
          (state === undefined || state === signOut.state),
      )
    },
  }
}

export async function providerSessionId(idToken: string): Promise<string> {
  const sid = unverifiedClaims(idToken)?.['sid']
  return typeof sid === 'string' ? `sid ${await sha256(sid)}` : sha256(idToken)
}
