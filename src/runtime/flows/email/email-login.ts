import { InvalidCheck, InvalidCode, isClientError, RateLimited } from '../../../errors.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import type { Attempt } from '../../limits/attempts.js'
import { emailAccount, userOfAddress } from '../../login/email-address.js'
import { type LoginOutcome, login } from '../../login/login.js'
import { type EmailCapabilities, type EmailExchange, openData, type PendingMail } from './pending-mail.js'
import { maxAgeOf, redeemToken } from './verification-token.js'

/** What the link of a mail carries. */
export interface EmailProof {
  readonly address: string
  readonly token: string
  /** What the sign-in was started with, sealed for the address. */
  readonly state?: string | undefined
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
  { address, token, state: sealed }: EmailProof,
  instance: EmailCapabilities,
  exchange: EmailExchange,
): Promise<LoginOutcome> {
  const { adapter } = instance
  const redeemed = await redeemToken(provider, address, token, instance, exchange)
  try {
    const owner = adapter ? await userOfAddress(address, adapter) : null
    const { user, account } = emailAccount(provider, address, owner)
    const state =
      sealed && instance.spec.flow ? await openData(sealed, address, instance, exchange) : undefined
    const identity = {
      state,
      provider: provider.id,
      user,
      account,
      link: undefined,
      linksByEmail: false,
      address: 'proven',
      owner,
    } as const
    const outcome = await login(identity, { linkTo: undefined }, instance, exchange)
    ;(await exchange.context.pendingMail()).clear(exchange)
    return outcome
  } catch (error) {
    if (!isClientError(error)) await redeemed.restore()
    throw error
  }
}

/** Guesses at one code. Of a hundred million codes, they leave nothing worth measuring how long a comparison takes. */
const MAX_GUESSES = 6

/** The mail with a code that this browser requested. Throws `InvalidCheck` where there is none, or it has expired. */
async function pendingCode(provider: EmailProvider<string>, exchange: EmailExchange): Promise<PendingMail> {
  const pending = await (await exchange.context.pendingMail()).find(provider.id, exchange)
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
  if (count > MAX_GUESSES) throw new InvalidCode('Too many codes were tried for one mail.')
  if (digitsOf(typed) !== code) throw new InvalidCode('The code differs from the one in the mail.')
}

/** What was typed, without spaces and dashes between digits, in digits of ASCII. */
function digitsOf(typed: string): string {
  return typed.normalize('NFKC').replace(/[\s-]/g, '')
}
