import type { AdapterUser } from '../../../adapters/contract.js'
import { InvalidCheck, isClientError, RateLimited } from '../../../errors.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import { type Attempt, createAttempts } from '../../core/limits/attempts.js'
import { emailAccount, userOfAddress } from '../../core/login/email-address.js'
import type { EarlierLoginsDecision } from '../../core/login/identity.js'
import { type LoginOutcome, login } from '../../core/login/login.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import {
  decideEarlierLogins,
  type EarlierLoginsChoice,
  NO_CHOICE,
  type UndecidedLogin,
} from './earlier-logins.js'
import { openData } from './link-data.js'
import { type PendingMail, sitePendingMail } from './pending-mail.js'
import { requireCode } from './sign-in-code.js'
import { type RedeemedToken, redeemToken, tokenAdapter } from './sign-in-link.js'

export interface EmailProof {
  readonly address: string
  readonly token: string
  /** Data of the sign-in, sealed for the e-mail address. */
  readonly state?: string | undefined
}

export type EmailLoginOutcome = LoginOutcome | UndecidedLogin

export async function emailLogin(
  provider: EmailProvider<string>,
  proof: EmailProof,
  choice: EarlierLoginsChoice,
  app: App,
  exchange: Exchange,
): Promise<EmailLoginOutcome> {
  const attempts = app.get(createAttempts)
  const guess = { provider: provider.id, account: proof.address }
  const attempt: Attempt | RateLimited = await attempts.begin(guess, exchange).catch((error: unknown) => {
    if (error instanceof RateLimited) return error
    throw error
  })
  // Tokens of Authwright cannot be guessed, so a valid token is accepted even after too many wrong ones.
  // Otherwise an attacker could lock out the recipient of a mail. Tokens of the application may be shorter, so
  // the limit applies to them.
  if (attempt instanceof RateLimited && provider.generateVerificationToken) throw attempt
  const outcome = await redeemAndLogin(provider, proof, choice, app, exchange).catch((error: unknown) => {
    throw attempt instanceof RateLimited && isClientError(error) ? attempt : error
  })
  if (!(attempt instanceof RateLimited)) await succeeded(attempt, outcome)
  return outcome
}

/**
 * Signs in with a code. If the user must decide about earlier logins, the code stays valid, and the outcome
 * contains the data of the link.
 */
export async function codeLogin(
  provider: EmailProvider<string>,
  typed: string,
  app: App,
  exchange: Exchange,
): Promise<{ outcome: LoginOutcome | { kind: 'undecided'; link: EmailProof }; callbackUrl: string }> {
  const pending = await pendingCode(provider, exchange)
  const callbackUrl = await app.callbacks.redirect(pending.callbackUrl, exchange.origin)
  exchange.callbackUrl = callbackUrl
  // Codes are counted separately from links, because any client can send wrong links.
  const guess = { provider: provider.id, account: pending.address, guessed: 'code' } as const
  const attempt = await app.get(createAttempts).begin(guess, exchange)
  await requireCode(provider, pending, typed, app)
  const outcome = await redeemAndLogin(provider, pending, NO_CHOICE, app, exchange)
  await succeeded(attempt, outcome)
  if (outcome.kind !== 'undecided') return { outcome, callbackUrl }
  const { address, token, state } = pending
  return { outcome: { kind: 'undecided', link: { address, token, state } }, callbackUrl }
}

/**
 * Removes the attempt from the counts after a sign-in. If a callback redirected the sign-in, the attempt
 * stays counted.
 */
async function succeeded(attempt: Attempt, outcome: EmailLoginOutcome): Promise<void> {
  if (outcome.kind === 'redirected') return
  // A sign-in that removes earlier logins also ends earlier sign-ins. With the number of that ending, this
  // browser stays known.
  const lastEnding = outcome.kind === 'signedIn' ? outcome.lastEnding : undefined
  await attempt.succeeded(outcome.kind === 'undecided' ? undefined : outcome.userId, lastEnding)
}

async function redeemAndLogin(
  provider: EmailProvider<string>,
  { address, token, state: sealed }: EmailProof,
  choice: EarlierLoginsChoice,
  app: App,
  exchange: Exchange,
): Promise<EmailLoginOutcome> {
  const adapter = tokenAdapter(provider, app)
  const redeemed = await redeemToken(provider, address, token, app, exchange)
  try {
    const owner = await userOfAddress(address, adapter)
    const earlier = await decide(owner, choice, redeemed, app, exchange)
    if (earlier && 'kind' in earlier) return earlier
    const { user, account } = emailAccount(provider, address, owner)
    const state = sealed && app.spec.flow ? await openData(sealed, address, app, exchange) : undefined
    const identity = {
      state,
      provider: provider.id,
      user,
      account,
      claim: { kind: 'address', owner, earlierLogins: earlier },
      verifiedEmail: address,
    } as const
    const outcome = await login(identity, { linkTo: undefined }, app, exchange)
    exchange.site.get(sitePendingMail).clear(exchange)
    return outcome
  } catch (error) {
    if (!isClientError(error)) await redeemed.restore()
    throw error
  }
}

async function decide(
  owner: AdapterUser | null,
  choice: EarlierLoginsChoice,
  redeemed: RedeemedToken,
  app: App,
  exchange: Exchange,
): Promise<EarlierLoginsDecision | UndecidedLogin | undefined> {
  if (!owner || owner.emailVerified) return undefined
  try {
    const decided = await decideEarlierLogins(owner, choice, app, exchange)
    if ('kind' in decided) await redeemed.restore()
    return decided
  } catch (error) {
    // For all other errors, `redeemAndLogin` makes the token valid again.
    if (isClientError(error)) await redeemed.restore()
    throw error
  }
}

async function pendingCode(provider: EmailProvider<string>, exchange: Exchange): Promise<PendingMail> {
  const pending = await exchange.site.get(sitePendingMail).find(provider.id, exchange)
  if (provider.code && pending) return pending
  throw new InvalidCheck('No mail with a valid code was requested in this browser.')
}
