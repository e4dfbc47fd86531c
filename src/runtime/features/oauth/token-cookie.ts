import { sha256 } from '#sha256'
import type { Account } from '../../../model/account.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import {
  isNumber,
  isObjectOf,
  isOneOf,
  isOptional,
  isString,
  type TypeGuard,
} from '../../core/base/type-guards.js'
import { roomForCookie } from '../../core/http/cookie-budget.js'
import { addCookies, type CookieExchange, clearChunked, readChunked } from '../../core/http/cookies.js'
import { writeChunked } from '../../core/http/write-chunked.js'
import type { Site } from '../../core/lifetimes.js'
import { sessionPolicy } from '../../core/sessions/session-renewal.js'
import { accountName, providerIdOf } from '../../core/storage/account-keys.js'

/** The tokens of the account that a session started with, in a cookie of the browser. */
export interface TokenCookie {
  /**
   * Keeps the tokens for the session with this key. Where they would take too much room, the ID token is left out, then the access token, which
   * the refresh token brings back; what does not fit even then is not kept, which is warned of once.
   */
  write(key: string, account: Account, exchange: CookieExchange): Promise<void>
  /** The account of the session with this key, and its tokens. */
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

/** The account of a session. */
interface Held {
  /** A hash of the session's key. */
  readonly session: string
  /** Its provider is named as stored accounts are: tokens go to no other issuer. */
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

/** The most bytes of the value: a cookie of several parts is written up to this size. */
const MAX_VALUE = 12_000

/** Characters of a value that fit into a cookie beside its name and attributes, and bytes that each one takes besides. */
const PART = 3_800
const OVERHEAD = 5

/** The cookie of a site that holds the tokens of the account that a session started with. */
export function siteTokenCookie({ cookies, app }: Site): TokenCookie {
  const { spec, providers, accountScope, warnOnce } = app
  const cookie = cookies.providerTokens
  const { absoluteMaxAge: maxAge } = sessionPolicy(spec)
  const sealer = app.sealer({
    purpose: 'provider tokens',
    audience: cookie.name,
    clockSkew: SERVER_CLOCK_TOLERANCE_SECONDS,
  })
  const fits = (value: string, exchange: CookieExchange): boolean => {
    const parts = Math.ceil(value.length / PART)
    const size = value.length + parts * (cookie.name.length + OVERHEAD)
    return size <= Math.min(MAX_VALUE, roomForCookie(exchange, cookies))
  }
  return {
    async write(key, account, exchange) {
      const session = await sha256(key)
      const provider = await accountName(account.provider, providers, accountScope)
      for (const each of versions(account)) {
        const value = await sealer
          .seal({ session, account: { ...each, provider } }, maxAge)
          .catch(() => undefined)
        if (value === undefined || !fits(value, exchange)) continue
        return addCookies(exchange, writeChunked(cookie, value, { maxAge }, exchange.cookies))
      }
      addCookies(exchange, clearChunked(cookie, exchange.cookies))
      warnOnce(
        'token-cookie',
        `The tokens of '${account.provider}' take more room than cookies have, and are not kept. Use an adapter, or choose what is kept by \`account\` of the provider.`,
      )
    },
    async read(key, exchange) {
      const value = readChunked(cookie.name, exchange.cookies)
      const opened = value === undefined ? null : await sealer.open(value)
      if (!isHeld(opened) || opened.session !== (await sha256(key))) return undefined
      const provider = await providerIdOf(opened.account.provider, providers, accountScope)
      return provider === undefined ? undefined : { ...opened.account, provider }
    },
  }
}

/** What is kept of an account, the most first. */
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
