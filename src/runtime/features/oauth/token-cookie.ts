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
import { roomForCookie } from '../../core/http/cookie-value-size.js'
import { addCookies, type CookieExchange, clearChunked } from '../../core/http/cookies.js'
import { openAll } from '../../core/http/same-name-cookies.js'
import { writeChunked } from '../../core/http/write-chunked.js'
import type { Site } from '../../core/object-lifetimes.js'
import { sessionPolicy } from '../../core/sessions/session-lifetime.js'
import { accountName, providerIdOf } from '../../core/storage/account-names.js'
import { firstFitting } from './fitting-value.js'

export interface TokenCookie {
  /**
   * Stores tokens in a cookie. If they are too long, leaves out the ID token, and then the access token if
   * there is a refresh token.
   */
  write(key: string, account: Account, exchange: CookieExchange): Promise<void>
  read(key: string, exchange: CookieExchange): Promise<Account | undefined>
}

type SealedAccount = Pick<
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

interface CookieContent {
  /** A hash of the session key. */
  readonly session: string
  /** The member `provider` is the result of `accountName`, so that tenants do not share tokens. */
  readonly account: SealedAccount
}

const isCookieContent = isObjectOf<CookieContent>({
  session: isString,
  account: isObjectOf<SealedAccount>({
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

/** The value may be split into several cookies. Their names count, too. */
const MAX_SIZE_BYTES = 12_000

/** Assumed number of bytes of the value that fit into one cookie. */
const PART_BYTES = 3_800

/** Bytes that each cookie adds to its name and value: the number of the part (`.0`), `=` and `; `. */
const OVERHEAD_BYTES = 5

export function siteTokenCookie({ cookies, app }: Site): TokenCookie {
  const { spec, providers, accountScope, warnOnce } = app
  const cookie = cookies.providerTokens
  const { absoluteMaxAge: maxAge } = sessionPolicy(spec)
  const sealer = app.sealer({ purpose: 'provider tokens', audience: cookie.name })
  const fits = (length: number, exchange: CookieExchange): boolean => {
    const parts = Math.ceil(length / PART_BYTES)
    const size = length + parts * (cookie.name.length + OVERHEAD_BYTES)
    return size <= Math.min(MAX_SIZE_BYTES, roomForCookie(exchange, cookies, cookie))
  }
  return {
    async write(key, account, exchange) {
      const session = await sha256(key)
      const provider = await accountName(account.provider, providers, accountScope)
      const payloads = versionsOf(account).map((version) => ({ session, account: { ...version, provider } }))
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
      const all = (await openAll(cookie.name, exchange.cookies, sealer)).filter((opened) =>
        isCookieContent(opened),
      )
      const stored = all.find((content) => content.session === session)
      if (!stored) return undefined
      const provider = await providerIdOf(stored.account.provider, providers, accountScope)
      return provider === undefined ? undefined : { ...stored.account, provider }
    },
  }
}

/** Returns the account with all tokens, and then with fewer tokens. */
function versionsOf(account: Account): readonly Partial<Account>[] {
  const { provider, providerAccountId, type, expires_at, scope, token_type } = account
  const { access_token, refresh_token, id_token } = account
  const base = { provider, providerAccountId, type, expires_at, scope, token_type }
  const all = [
    { ...base, access_token, refresh_token, id_token },
    { ...base, access_token, refresh_token },
  ]
  return refresh_token ? [...all, { ...base, refresh_token }] : all
}
