import { type AuthError, MissingAdapter, Verification } from '../../../errors.js'
import type { VerificationToken } from '../../../model/verification-token.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import { asError } from '../../base/as-error.js'
import type { Instance } from '../../compile.js'
import type { Exchange } from '../../http/exchange.js'
import type { GuardedAdapter } from '../../storage/guarded-adapter.js'
import { maxAgeOf } from './max-age.js'
import { tokenHashes } from './token-hashes.js'

/** A token that was good, and is spent. */
export interface RedeemedToken {
  /** Makes it good again, for a sign-in that failed for no fault of the visitor's. */
  restore(): Promise<void>
}

/**
 * Spends a token. Throws `Verification` when it is unknown, expired, spent, or was sent to another address, from another origin or by another provider.
 *
 * Adapters delete a token as they give it, but some of them give it to several requests at once, so the store is asked
 * first, which gives it to one.
 */
export async function redeemToken(
  provider: EmailProvider<string>,
  address: string,
  token: string,
  { adapter, secrets, clock, logger }: Instance,
  exchange: Exchange,
): Promise<RedeemedToken> {
  if (!adapter) throw new MissingAdapter(`The provider '${provider.id}' stores sign-in links.`)
  const hashes = await tokenHashes(token, provider, secrets, exchange.origin)
  const [newest = ''] = hashes
  const key = keyOf(newest)
  const uses = await exchange.site.mailUses()
  if (!(await uses.spend(key, maxAgeOf(provider) + 60, exchange))) throw spent()
  let row: VerificationToken | undefined
  try {
    row = await take(address, hashes, adapter)
  } finally {
    // What was not found, or not looked for, is not spent.
    if (!row) await uses.release(key, exchange)
  }
  if (!row) throw spent()
  // A date that cannot be read is none that is still to come.
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

/** Throws `Verification` where the link is known to be spent, so that nobody is asked to confirm it. */
export async function requireUnspent(
  provider: EmailProvider<string>,
  token: string,
  { secrets }: Instance,
  exchange: Exchange,
): Promise<void> {
  const [hash = ''] = await tokenHashes(token, provider, secrets, exchange.origin)
  const uses = await exchange.site.mailUses()
  if (await uses.isSpent(keyOf(hash), exchange)) throw spent()
}

function keyOf(hash: string): string {
  return `mail-spent:${hash}`
}

/** The stored token under any of the secrets. A database that compares loosely may answer with another. */
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
