import { InvalidEmailAddress } from '../../../errors.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import { asError } from '../../core/base/as-error.js'
import { withQuery } from '../../core/http/redirects.js'
import { canonicalAddress, emailAccount, userOfAddress } from '../../core/login/email-address.js'
import { lowerCase, stateOf } from '../../core/login/identity.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { shareMailRequest } from './double-click.js'
import { sealData } from './link-data.js'
import { requireSettings } from './mail-delivery.js'
import {
  allowSignUpMail,
  mayRefuseSignUp,
  mayStillBeSent,
  sendCounted,
  sendOrWithhold,
  startMailPace,
  unlessRefused,
} from './mail-pace.js'
import { rememberLateLink, replaceEarlierLinks } from './newest-link.js'
import { type PendingMail, type PendingMailCookie, sitePendingMail } from './pending-mail.js'
import { newCode } from './sign-in-code.js'
import { maxAgeOf, newToken, tokenAdapter, tokenHashes, tokenOf } from './sign-in-link.js'
import { sendMail } from './sign-in-mail.js'

export interface MailRequest {
  /** The typed e-mail address, which is not validated yet. */
  readonly typed: unknown
  /** The validated redirect target. */
  readonly callbackUrl: string
  /** Validated by `flowData`. */
  readonly data?: unknown
}

/**
 * Sends a sign-in mail, and returns the URL to redirect to.
 *
 * Unless `callbacks.signIn` returns a URL, neither the response nor its time reveals whether the e-mail
 * address is known, may sign in, or has reached its limit.
 */
export async function requestMail(
  provider: EmailProvider<string>,
  { typed, callbackUrl, data }: MailRequest,
  app: App,
  exchange: Exchange,
): Promise<string> {
  const { clock } = app
  const adapter = tokenAdapter(provider, app)
  const address = addressOf(provider, typed)
  requireSettings(provider, app)
  const pace = await startMailPace(provider.id, app)
  const lifetime = maxAgeOf(provider)
  const pending: PendingMail = {
    id: newToken(),
    provider: provider.id,
    address,
    token: await tokenOf(provider),
    code: newCode(),
    callbackUrl,
    expires: clock() + lifetime * 1000,
    state: await sealData(data, address, lifetime, app, exchange),
  }
  const cookie = exchange.site.get(sitePendingMail)
  const sentTo = withQuery(`${exchange.origin}${app.basePath}/verify-request`, {
    provider: provider.id,
    type: 'email',
  })
  const shared = await shareMailRequest(provider, { address, callbackUrl, data }, app, exchange)
  if (shared.otherMail) {
    await cookie.keep(shared.otherMail, lifetime, exchange)
    return sentTo
  }
  const request = { provider, address, data }
  let wasSent: boolean
  try {
    const mail = { purpose: 'signIn', provider: provider.id, address } as const
    const decide = (): Promise<string | undefined> => redirectUrlOf(request, adapter, app, exchange)
    const decided = await unlessRefused(mail, decide, app, exchange)
    if (decided?.decision !== undefined) {
      await shared.giveUp()
      return decided.decision
    }
    const send = (): Promise<void> => sendLink(provider, pending, adapter, app, exchange)
    const mayReveal = !canRefuse(app)
    wasSent = await sendOrWithhold(
      decided && (() => sendCounted(send, decided.allowed, app)),
      { pace, mayReveal },
      app,
    )
  } catch (error) {
    await shared.giveUp()
    throw error
  }
  const shown = wasSent ? pending : await withEarlierMail(pending, cookie, exchange)
  await cookie.keep(await shared.end(shown), lifetime, exchange)
  return sentTo
}

/**
 * Returns the content of the cookie if no mail was sent. It still identifies an earlier mail to the same
 * e-mail address.
 */
async function withEarlierMail(
  pending: PendingMail,
  cookie: PendingMailCookie,
  exchange: Exchange,
): Promise<PendingMail> {
  const before = await cookie.find(pending.provider, exchange)
  const { address, callbackUrl, state } = pending
  return before?.address === address ? { ...before, callbackUrl, state } : pending
}

/**
 * Whether the application may refuse a mail. An error of sending would then reveal that this mail was not
 * refused.
 */
function canRefuse(app: App): boolean {
  return app.spec.callbacks.signIn.length > 0 || mayRefuseSignUp(app)
}

interface MailRecipient {
  readonly provider: EmailProvider<string>
  readonly address: string
  readonly data: unknown
}

/**
 * Runs the sign-in callbacks and the sign-up policy for the recipient. If the result is a URL, no mail is
 * sent, and the browser is redirected there.
 */
async function redirectUrlOf(
  { provider, address, data }: MailRecipient,
  adapter: GuardedAdapter,
  app: App,
  exchange: Exchange,
): Promise<string | undefined> {
  const owner = await userOfAddress(address, adapter)
  const common = {
    ...emailAccount(provider, address, owner),
    verifiedEmail: address,
    ...stateOf({ state: data }, app),
  }
  const redirectUrl = await app.callbacks.signIn(
    {
      ...common,
      provider: provider.id,
      email: { verificationRequest: true },
      intent: owner ? 'signIn' : 'signUp',
    },
    exchange.origin,
  )
  // The policy may return a URL. A redirect to it now would reveal that the e-mail address is unknown, so the
  // redirect takes place when the link is opened.
  if (redirectUrl === undefined) await allowSignUpMail(provider.id, owner ? undefined : common, app, exchange)
  return redirectUrl
}

async function sendLink(
  provider: EmailProvider<string>,
  pending: PendingMail,
  adapter: GuardedAdapter,
  app: App,
  exchange: Exchange,
): Promise<void> {
  const { logger, secrets } = app
  const { address, token, code, callbackUrl, expires: ends, state } = pending
  const [hash = ''] = await tokenHashes(token, provider, secrets, exchange.origin)
  const expires = new Date(ends)
  // The token is stored before the mail is sent, because a link without a stored token would fail.
  await adapter.createVerificationToken({ identifier: address, token: hash, expires })
  const url = withQuery(`${exchange.origin}${app.basePath}/callback/${provider.id}`, {
    callbackUrl,
    token,
    email: address,
    state,
  })
  const link = { address, hash, expires }
  try {
    await sendMail(provider, { address, url, token, code, expires }, app, exchange)
  } catch (error) {
    if (mayStillBeSent(error)) await rememberLateLink(link, app)
    else
      await adapter
        .useVerificationToken({ identifier: address, token: hash })
        .catch((failed: unknown) => logger.error(asError(failed)))
    throw error
  }
  logger.debug(`'${provider.id}' sent a mail`)
  await replaceEarlierLinks(link, adapter, app)
}

function addressOf(provider: EmailProvider<string>, typed: unknown): string {
  const chosen = typeof typed === 'string' ? normalized(provider, typed) : ''
  const address = canonicalAddress(chosen)
  if (address === undefined)
    throw new InvalidEmailAddress('The submitted value is not exactly one e-mail address.')
  // `normalizeIdentifier` may keep upper-case letters. Any other difference is replaced by the canonical form.
  return lowerCase(chosen) === address ? chosen : address
}

function normalized({ normalizeIdentifier }: EmailProvider<string>, typed: string): string {
  if (!normalizeIdentifier) return canonicalAddress(typed) ?? ''
  try {
    return String(normalizeIdentifier(typed))
  } catch (error) {
    // `normalizeIdentifier` throws to refuse an e-mail address. This is not an error of the application.
    throw new InvalidEmailAddress(
      `\`normalizeIdentifier\` refused the e-mail address: ${asError(error).message}`,
    )
  }
}
