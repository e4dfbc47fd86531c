import { sha256 } from '#sha256'
import type { Account } from '../../../model/account.js'
import {
  isNumber,
  isObjectOf,
  isOneOf,
  isOptional,
  isString,
  type TypeGuard,
} from '../../core/base/type-guards.js'
import { roomForCookie } from '../../core/http/cookie-budget.js'
import { openAll } from '../../core/http/cookie-values.js'
import { addCookies, type CookieExchange, clearChunked } from '../../core/http/cookies.js'
import { writeChunked } from '../../core/http/write-chunked.js'
import type { Site } from '../../core/lifetimes.js'
import { sessionPolicy } from '../../core/sessions/session-lifetime.js'
import { accountName, providerIdOf } from '../../core/storage/account-keys.js'
import { firstFitting } from './fitting-value.js'

/** The tokens of the account that started the session, in a cookie. */
export interface TokenCookie {
  /**
   * Stores the tokens for the session with this key. If they are too long, the ID token is left out, then the access token, which can be
   * refreshed. If they still do not fit, they are not stored, and a warning is logged once.
   */
  write(key: string, account: Account, exchange: CookieExchange): Promise<void>
  /** Returns the account of the session with this key, with its tokens. */
  read(key: string, exchange: CookieExchange): Promise<Account | undefined>
}

type HeldAccount = Pick<
  Account,
  | 'provider'
  | 'providerAccountId'
  | 'type'
  | 'access_token'
  | 'refresh_token'
  | 'id_token'
  | 'expires_at'
  | 'scope'
  | 'token_type'
>

/** The content of the cookie. */
interface Held {
  /** A hash of the session key. */
  readonly session: string
  /** Includes the issuer of the provider, so that tokens are sent to no other issuer. */
  readonly account: HeldAccount
}

const isHeld = isObjectOf<Held>({
  session: isString,
  account: isObjectOf<HeldAccount>({
    provider: isString,
    providerAccountId: isString,
    type: isOneOf('oauth', 'oidc'),
    access_token: isOptional(isString),
    refresh_token: isOptional(isString),
    id_token: isOptional(isString),
    expires_at: isOptional(isNumber),
    scope: isOptional(isString),
    token_type: isOptional(isString as TypeGuard<Lowercase<string>>),
  }),
})

/** Maximum length of the value in bytes; it may be split into several cookies. */
const MAX_VALUE = 12_000

/** Characters of the value per cookie, and bytes of name and attributes. */
const PART = 3_800
const OVERHEAD = 5

/** The token cookie of a site. */
export function siteTokenCookie({ cookies, app }: Site): TokenCookie {
  const { spec, providers, accountScope, warnOnce } = app
  const cookie = cookies.providerTokens
  const { absoluteMaxAge: maxAge } = sessionPolicy(spec)
  const sealer = app.sealer({ purpose: 'provider tokens', audience: cookie.name })
  const fits = (length: number, exchange: CookieExchange): boolean => {
    const parts = Math.ceil(length / PART)
    const size = length + parts * (cookie.name.length + OVERHEAD)
    return size <= Math.min(MAX_VALUE, roomForCookie(exchange, cookies))
  }
  return {
    async write(key, account, exchange) {
      const session = await sha256(key)
      const provider = await accountName(account.provider, providers, accountScope)
      const payloads = versions(account).map((each) => ({ session, account: { ...each, provider } }))
      const value = await firstFitting(payloads, {
        sealer,
        maxAge,
        fits: (length) => fits(length, exchange),
      })
      if (value !== undefined)
        return addCookies(exchange, writeChunked(cookie, value, { maxAge }, exchange.cookies))
      addCookies(exchange, clearChunked(cookie, exchange.cookies))
      warnOnce(
        'token-cookie',
        `The tokens of '${account.provider}' are too large for cookies and are not stored. Use an adapter, or select the stored tokens with \`account\` of the provider.`,
      )
    },
    async read(key, exchange) {
      const session = await sha256(key)
      const all = (await openAll(cookie.name, exchange.cookies, sealer)).filter((opened) => isHeld(opened))
      const held = all.find((each) => each.session === session)
      if (!held) return undefined
      const provider = await providerIdOf(held.account.provider, providers, accountScope)
      return provider === undefined ? undefined : { ...held.account, provider }
    },
  }
}

/** The versions of an account to store, the most complete first. */
function versions(account: Account): readonly Partial<Account>[] {
  const { provider, providerAccountId, type, expires_at, scope, token_type } = account
  const { access_token, refresh_token, id_token } = account
  const base = { provider, providerAccountId, type, expires_at, scope, token_type }
  const all = [
    { ...base, access_token, refresh_token, id_token },
    { ...base, access_token, refresh_token },
  ]
  return refresh_token ? [...all, { ...base, refresh_token }] : all
}
