import { AccessDenied, MissingAdapter, RateLimited } from '../../../errors.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import { asError } from '../../base/as-error.js'
import type { Instance } from '../../compile.js'
import type { Exchange } from '../../http/exchange.js'
import { withQuery } from '../../http/redirects.js'
import { report } from '../../http/report.js'
import { userOfAddress } from '../../login/user-of-address.js'
import type { GuardedAdapter } from '../../storage/guarded-adapter.js'
import { addressOf } from './address-of.js'
import { emailAccount } from './email-account.js'
import { mailPace } from './mail-pace.js'
import { maxAgeOf } from './max-age.js'
import { newToken } from './new-token.js'
import type { PendingMail } from './pending-mail.js'
import { mailRequestTurn } from './repeated-request.js'
import { replaceEarlier } from './replace-earlier.js'
import { sendMail } from './send-mail.js'
import { sixDigits } from './six-digits.js'
import { tokenHashes } from './token-hashes.js'

/** What somebody asks for who wants to sign in by mail. */
export interface MailRequest {
  /** What was typed as an address. */
  readonly typed: unknown
  /** Where they want to be in the end. It must have been validated. */
  readonly callbackUrl: string
}

/**
 * Sends a mail with a sign-in link, and returns where the browser goes meanwhile.
 *
 * Nobody learns from the answer, its headers or the time it takes whether the address is known, may sign in, or had
 * its share of mails already: what is not sent is logged, and told to nobody. Throws `InvalidEmailAddress` for what is
 * no address, and `EmailSignInError` when the mail could not be sent.
 */
export async function requestMail(
  provider: EmailProvider<string>,
  { typed, callbackUrl }: MailRequest,
  instance: Instance,
  exchange: Exchange,
): Promise<string> {
  const { adapter, clock, store } = instance
  if (!adapter) throw new MissingAdapter(`The provider '${provider.id}' stores sign-in links.`)
  const address = addressOf(provider, typed)
  const pace = mailPace(provider.id, store)
  const pending: PendingMail = {
    id: newToken(),
    provider: provider.id,
    address,
    token: (await provider.generateVerificationToken?.()) ?? newToken(),
    code: sixDigits(),
    callbackUrl,
    expires: clock() + maxAgeOf(provider) * 1000,
  }
  const cookie = await exchange.site.pendingMail()
  const sentTo = withQuery(`${exchange.origin}${instance.basePath}/verify-request`, {
    provider: provider.id,
    type: 'email',
  })
  const turn = await mailRequestTurn(provider, pending, instance, exchange)
  if (turn.other) {
    await cookie.keep(turn.other, exchange)
    return sentTo
  }
  try {
    const elsewhere = await sendIfAllowed(provider, pending, adapter, instance, exchange)
    if (elsewhere !== undefined) {
      await turn.giveUp()
      return elsewhere
    }
  } catch (error) {
    if (!(error instanceof RateLimited || error instanceof AccessDenied)) {
      await turn.giveUp()
      throw error
    }
    report(error, instance.logger)
    await pace.withheld()
    // Whoever was sent a mail before can still use it. Set after the pause, because a cookie says how long it lasts.
    const before = await cookie.find(provider.id, exchange)
    await cookie.keep(await turn.end(before?.address === address ? before : pending), exchange)
    return sentTo
  }
  await pace.sent()
  await cookie.keep(await turn.end(pending), exchange)
  return sentTo
}

/** Sends the mail, or returns where `callbacks.signIn` sends the browser instead. */
async function sendIfAllowed(
  provider: EmailProvider<string>,
  { address, token, code, callbackUrl, expires: ends }: PendingMail,
  adapter: GuardedAdapter,
  instance: Instance,
  exchange: Exchange,
): Promise<string | undefined> {
  const { callbacks, logger, secrets } = instance
  const allowed = await (await instance.mailLimits()).begin({ provider: provider.id, address }, exchange)
  const { user, account } = emailAccount(provider, address, await userOfAddress(address, adapter))
  const email = { verificationRequest: true }
  const elsewhere = await callbacks.signIn({ provider: provider.id, user, account, email }, exchange.origin)
  if (elsewhere !== undefined) return elsewhere

  const [hash = ''] = await tokenHashes(token, provider, secrets, exchange.origin)
  const expires = new Date(ends)
  // Stored first: a link that nobody knows of would only disappoint.
  await adapter.createVerificationToken({ identifier: address, token: hash, expires })
  const url = withQuery(`${exchange.origin}${instance.basePath}/callback/${provider.id}`, {
    callbackUrl,
    token,
    email: address,
  })
  try {
    await sendMail(provider, { address, url, token, code, expires }, instance, exchange)
  } catch (error) {
    // What nobody was sent is neither kept nor counted, as far as that can be done.
    await Promise.all([
      adapter.useVerificationToken({ identifier: address, token: hash }),
      allowed.takeBack(),
    ]).catch((failed: unknown) => logger.error(asError(failed)))
    throw error
  }
  logger.debug(`'${provider.id}' sent a mail`)
  await replaceEarlier(address, hash, expires, adapter, instance)
  return undefined
}
