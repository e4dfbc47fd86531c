import { isClientError, RateLimited } from '../../../errors.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import type { Instance } from '../../compile.js'
import type { Exchange } from '../../http/exchange.js'
import type { Attempt } from '../../limits/attempts.js'
import { type LoginOutcome, login } from '../../login/login.js'
import { userOfAddress } from '../../login/user-of-address.js'
import { emailAccount } from './email-account.js'
import { pendingCode, requireCode } from './guess-code.js'
import { redeemToken } from './redeem-token.js'

/** What somebody shows who has got a mail. */
export interface EmailProof {
  readonly address: string
  readonly token: string
}

/** Signs in whoever holds the token that was sent to an address. Throws `RateLimited` for too many guesses. */
export async function emailLogin(
  provider: EmailProvider<string>,
  proof: EmailProof,
  instance: Instance,
  exchange: Exchange,
): Promise<LoginOutcome> {
  const attempts = await instance.attempts()
  const guess = { provider: provider.id, account: proof.address }
  const attempt: Attempt | RateLimited = await attempts.begin(guess, exchange).catch((error: unknown) => {
    if (error instanceof RateLimited) return error
    throw error
  })
  // Nobody guesses a token of ours. Those who try keep out no one who was sent one.
  if (attempt instanceof RateLimited && provider.generateVerificationToken) throw attempt
  const outcome = await redeemAndLogin(provider, proof, instance, exchange).catch((error: unknown) => {
    throw attempt instanceof RateLimited && isClientError(error) ? attempt : error
  })
  if (outcome.kind === 'signedIn' && !(attempt instanceof RateLimited)) await attempt.succeeded()
  return outcome
}

/** Signs in whoever types the code of a mail into the browser that asked for it, and says where they wanted to be. */
export async function codeLogin(
  provider: EmailProvider<string>,
  typed: string,
  instance: Instance,
  exchange: Exchange,
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
  instance: Instance,
  exchange: Exchange,
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
