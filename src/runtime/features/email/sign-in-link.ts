import { sha256 } from '#sha256'
import type { VerificationToken } from '../../../adapters/contract.js'
import { type AuthError, EmailSignInError, MissingAdapter, Verification } from '../../../errors.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import { asError } from '../../core/base/as-error.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import type { App, Exchange, Site } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { type SingleUse, singleUse } from '../../core/storage/single-use.js'

export const DEFAULT_MAX_AGE_SECONDS = 3_600

/** Returns the lifetime of a sign-in link, in seconds. */
export function maxAgeOf({ maxAge }: EmailProvider<string>): number {
  return maxAge ?? DEFAULT_MAX_AGE_SECONDS
}

/**
 * Returns a random token in lower-case hexadecimal, like the tokens of Auth.js. No mail program changes these
 * characters.
 */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function tokenOf(provider: EmailProvider<string>): Promise<string> {
  const token = String((await provider.generateVerificationToken?.()) ?? newToken())
  if (isToken(token)) return token
  throw new EmailSignInError(
    '`generateVerificationToken` returned an invalid token. Return 1 to 512 visible ASCII characters.',
  )
}

/**
 * Whether the value can be a token. The application may generate the tokens, so only their characters and
 * their length are checked.
 */
export function isToken(token: string | undefined): token is string {
  return token !== undefined && /^[!-~]{1,512}$/.test(token)
}

/**
 * Returns one hash per secret, newest first. They contain the origin and the provider, so a token works only
 * at its callback URL.
 */
export function tokenHashes(
  token: string,
  { id, secret }: EmailProvider<string>,
  secrets: readonly string[],
  origin: string,
): Promise<string[]> {
  const usedSecrets = secret === undefined ? secrets : [secret]
  return Promise.all(
    usedSecrets.map(async (each) => sha256(JSON.stringify(['mail', origin, id, token, each]))),
  )
}

export function tokenAdapter({ id }: EmailProvider<string>, { adapter }: App): GuardedAdapter {
  if (adapter) return adapter
  throw new MissingAdapter(`The provider '${id}' stores sign-in links: call .adapter() before .build().`)
}

export interface RedeemedToken {
  /** Stores the token again. A failure is only logged. */
  restore(): Promise<void>
}

/**
 * Uses up a token, or throws if it is not valid. Some adapters return a token to several concurrent requests.
 * So the token is first marked as used in the store, which only one of these requests can do.
 */
export async function redeemToken(
  provider: EmailProvider<string>,
  address: string,
  token: string,
  app: App,
  exchange: Exchange,
): Promise<RedeemedToken> {
  const { secrets, clock, logger } = app
  const adapter = tokenAdapter(provider, app)
  const hashes = await tokenHashes(token, provider, secrets, exchange.origin)
  const [newest = ''] = hashes
  const key = keyOf(newest)
  const uses = exchange.site.get(siteMailUses)
  if (!(await uses.spend(key, maxAgeOf(provider) + SERVER_CLOCK_TOLERANCE_SECONDS, exchange))) throw spent()
  let row: VerificationToken | undefined
  try {
    row = await take(address, hashes, adapter)
  } finally {
    // If the adapter returned no token, this request has not used the token, so the mark is removed.
    if (!row) await uses.release(key, exchange)
  }
  if (!row) throw spent()
  // An invalid date counts as expired.
  if (!(new Date(row.expires).getTime() > clock())) throw new Verification('The link has expired.')
  const found = { identifier: address, token: row.token, expires: new Date(row.expires) }
  return {
    async restore() {
      try {
        await adapter.createVerificationToken(found)
        await uses.release(key, exchange)
      } catch (error) {
        logger.error(asError(error))
      }
    },
  }
}

/**
 * Throws if the token was used. Called before the confirmation page is shown, because confirming a used link
 * would fail.
 */
export async function requireUnspent(
  provider: EmailProvider<string>,
  token: string,
  { secrets }: App,
  exchange: Exchange,
): Promise<void> {
  const [hash = ''] = await tokenHashes(token, provider, secrets, exchange.origin)
  const uses = exchange.site.get(siteMailUses)
  if (await uses.isSpent(keyOf(hash), exchange)) throw spent()
}

function siteMailUses({ cookies, app: { store } }: Site): SingleUse {
  return singleUse(cookies.pendingMail, store)
}

function keyOf(hash: string): string {
  return `mail-spent:${hash}`
}

/**
 * Takes the token out of the database, and compares its e-mail address. A database with a case-insensitive
 * collation may return another row.
 */
async function take(
  identifier: string,
  hashes: readonly string[],
  adapter: GuardedAdapter,
): Promise<VerificationToken | undefined> {
  for (const token of hashes) {
    const row = await adapter.useVerificationToken({ identifier, token })
    if (row) return row.identifier === identifier ? { ...row, token } : undefined
  }
  return undefined
}

function spent(): AuthError {
  return new Verification('The link is unknown, was used before, or a newer one was sent.')
}
