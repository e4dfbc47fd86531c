import { sha256 } from '#sha256'
import type { VerificationToken } from '../../../adapters/contract.js'
import { type AuthError, MissingAdapter, Verification } from '../../../errors.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import { asError } from '../../core/base/as-error.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import type { App, Exchange, Site } from '../../core/lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { type SingleUse, singleUse } from '../../core/storage/single-use.js'

/** Lifetime of the link and the code of a mail, in seconds. */
export function maxAgeOf({ maxAge }: EmailProvider<string>): number {
  return maxAge ?? 3_600
}

/**
 * 32 random bytes in lower-case hexadecimal, like the tokens of Auth.js. No mail program changes these
 * characters.
 */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Number of digits of a code. With fewer digits, an attacker who requests codes for many e-mail addresses
 * could guess one within days. The limit per e-mail address does not prevent this.
 */
const CODE_DIGITS = 8

/** Number of different codes. */
const CODE_COUNT = 10 ** CODE_DIGITS

/**
 * Random numbers of this value and above are not used, because they would make some codes more likely than
 * others.
 */
const UNUSED_FROM = 2 ** 32 - (2 ** 32 % CODE_COUNT)

/** A random code. All codes are equally likely. */
export function newCode(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return number < UNUSED_FROM ? String(number % CODE_COUNT).padStart(CODE_DIGITS, '0') : newCode()
}

/**
 * The stored hashes of a token, newest secret first: SHA-256 of all data that the link is bound to, with the
 * secret. So a token works only at the origin in its mail and at its provider's callback.
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

/** A token that was valid, and is now used. */
export interface RedeemedToken {
  /** Makes the token valid again. Call it if the sign-in has failed, but not because of the client. */
  restore(): Promise<void>
}

/**
 * Uses a token. Throws `Verification` if it is unknown, expired, used, or was sent to another e-mail
 * address, from another origin or by another provider.
 *
 * Adapters delete a token when they return it, but some adapters return it to several concurrent requests. So
 * the token is first marked as used in the store, which accepts only one of these requests.
 */
export async function redeemToken(
  provider: EmailProvider<string>,
  address: string,
  token: string,
  { adapter, secrets, clock, logger }: App,
  exchange: Exchange,
): Promise<RedeemedToken> {
  if (!adapter)
    throw new MissingAdapter(
      `The provider '${provider.id}' stores sign-in links: call .adapter() before .build().`,
    )
  const hashes = await tokenHashes(token, provider, secrets, exchange.origin)
  const [newest = ''] = hashes
  const key = keyOf(newest)
  const uses = exchange.site.get(siteMailUses)
  if (!(await uses.spend(key, maxAgeOf(provider) + SERVER_CLOCK_TOLERANCE_SECONDS, exchange))) throw spent()
  let row: VerificationToken | undefined
  try {
    row = await take(address, hashes, adapter)
  } finally {
    // If the token was not found or not looked up, it is not used, so its mark is removed.
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
 * Throws `Verification` if the link is known to be used. Otherwise the user would confirm a sign-in that
 * cannot succeed.
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

/** Ensures that each token of a mail is used only once. */
function siteMailUses({ cookies, app: { store } }: Site): SingleUse {
  return singleUse(cookies.pendingMail, store)
}

function keyOf(hash: string): string {
  return `mail-spent:${hash}`
}

/** The stored token under any of the secrets. A database that compares loosely may return another. */
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
