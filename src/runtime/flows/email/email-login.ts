import {
  type AuthError,
  InvalidCheck,
  InvalidCode,
  isClientError,
  MissingAdapter,
  RateLimited,
  Verification,
} from '../../../errors.js'
import type { VerificationToken } from '../../../model/verification-token.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import { asError } from '../../base/as-error.js'
import type { Attempt } from '../../limits/attempts.js'
import { userOfAddress } from '../../login/email-address.js'
import { type LoginOutcome, login } from '../../login/login.js'
import type { GuardedAdapter } from '../../storage/guarded-adapter.js'
import type { EmailCapabilities, EmailExchange } from './capabilities.js'
import { emailAccount } from './email-account.js'
import { maxAgeOf, tokenHashes } from './mail-token.js'
import type { PendingMail } from './pending-mail.js'

/** What the link of a mail carries. */
export interface EmailProof {
  readonly address: string
  readonly token: string
}

/** Signs a user in with the token that was sent to an address. Throws `RateLimited` for too many guesses. */
export async function emailLogin(
  provider: EmailProvider<string>,
  proof: EmailProof,
  instance: EmailCapabilities,
  exchange: EmailExchange,
): Promise<LoginOutcome> {
  const attempts = await instance.attempts()
  const guess = { provider: provider.id, account: proof.address }
  const attempt: Attempt | RateLimited = await attempts.begin(guess, exchange).catch((error: unknown) => {
    if (error instanceof RateLimited) return error
    throw error
  })
  // Our tokens cannot be guessed. Attempts to guess lock out no recipient of one.
  if (attempt instanceof RateLimited && provider.generateVerificationToken) throw attempt
  const outcome = await redeemAndLogin(provider, proof, instance, exchange).catch((error: unknown) => {
    throw attempt instanceof RateLimited && isClientError(error) ? attempt : error
  })
  if (outcome.kind === 'signedIn' && !(attempt instanceof RateLimited)) await attempt.succeeded()
  return outcome
}

/** Signs a user in with the code of a mail, in the browser that requested it, and returns the callback URL. */
export async function codeLogin(
  provider: EmailProvider<string>,
  typed: string,
  instance: EmailCapabilities,
  exchange: EmailExchange,
): Promise<{ outcome: LoginOutcome; callbackUrl: string }> {
  const pending = await pendingCode(provider, exchange)
  const callbackUrl = await instance.callbacks.redirect(pending.callbackUrl, exchange.origin)
  exchange.callbackUrl = callbackUrl
  const attempts = await instance.attempts()
  const attempt = await attempts.begin({ provider: provider.id, account: pending.address }, exchange)
  await requireCode(provider, pending, typed, instance)
  const outcome = await redeemAndLogin(provider, pending, instance, exchange)
  if (outcome.kind === 'signedIn') await attempt.succeeded()
  return { outcome, callbackUrl }
}

async function redeemAndLogin(
  provider: EmailProvider<string>,
  { address, token }: EmailProof,
  instance: EmailCapabilities,
  exchange: EmailExchange,
): Promise<LoginOutcome> {
  const { adapter } = instance
  const redeemed = await redeemToken(provider, address, token, instance, exchange)
  try {
    const owner = adapter ? await userOfAddress(address, adapter) : null
    const { user, account } = emailAccount(provider, address, owner)
    const identity = {
      provider: provider.id,
      user,
      account,
      link: undefined,
      linksByEmail: false,
      address: 'proven',
      owner,
    } as const
    const outcome = await login(identity, { linkTo: undefined }, instance, exchange)
    ;(await exchange.site.pendingMail()).clear(exchange)
    return outcome
  } catch (error) {
    if (!isClientError(error)) await redeemed.restore()
    throw error
  }
}

/** Guesses at one code. Of a million codes, they leave nothing worth measuring how long a comparison takes. */
const MAX_GUESSES = 6

/** The mail with a code that this browser requested. Throws `InvalidCheck` where there is none, or it has expired. */
async function pendingCode(provider: EmailProvider<string>, exchange: EmailExchange): Promise<PendingMail> {
  const pending = await (await exchange.site.pendingMail()).find(provider.id, exchange)
  if (provider.code && pending) return pending
  throw new InvalidCheck('No mail with a code was requested in this browser.')
}

/** Throws `InvalidCode` for another code than the one of the mail, and for every code after six guesses. */
async function requireCode(
  provider: EmailProvider<string>,
  { id, code }: PendingMail,
  typed: string,
  { store }: EmailCapabilities,
): Promise<void> {
  // Counted before it is compared, so that guesses at the same moment are no more than six either.
  const { count } = await store.increment(`mail-code:${id}`, maxAgeOf(provider) + 60)
  if (count > MAX_GUESSES) throw new InvalidCode('There were too many guesses at the code of a mail.')
  if (digitsOf(typed) !== code) throw new InvalidCode('The code is not the one of the mail.')
}

/** What was typed, without spaces and dashes between digits, in digits of ASCII. */
function digitsOf(typed: string): string {
  return typed.normalize('NFKC').replace(/[\s-]/g, '')
}

/** A token that was good, and is spent. */
export interface RedeemedToken {
  /** Releases the token again, after a sign-in that failed for a reason other than the client. */
  restore(): Promise<void>
}

/**
 * Spends a token. Throws `Verification` when it is unknown, expired, spent, or was sent to another address, from another origin or by another provider.
 *
 * Adapters delete a token as they return it, but some return it to several requests at once, so the store is checked
 * first, which gives it to one.
 */
async function redeemToken(
  provider: EmailProvider<string>,
  address: string,
  token: string,
  { adapter, secrets, clock, logger }: EmailCapabilities,
  exchange: EmailExchange,
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

/** Throws `Verification` where the link is known to be spent, so that no user confirms it in vain. */
export async function requireUnspent(
  provider: EmailProvider<string>,
  token: string,
  { secrets }: EmailCapabilities,
  exchange: EmailExchange,
): Promise<void> {
  const [hash = ''] = await tokenHashes(token, provider, secrets, exchange.origin)
  const uses = await exchange.site.mailUses()
  if (await uses.isSpent(keyOf(hash), exchange)) throw spent()
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
