import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { randomToken } from '../../core/crypto/random.js'
import { canonicalAddress } from '../../core/login/email-address.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { sendCounted, sendOrWithhold, startMailPace, unlessRefused } from '../email/mail-pace.js'
import { type AddressStatus, addressStatusOf } from './address-status.js'
import { requireMailSettings, sendPasswordMail } from './password-mail.js'
import { resetToken } from './password-reset.js'
import { signUpToken } from './sign-up-link.js'

/**
 * Sends a mail about a forgotten password, if a user has the e-mail address. Neither the response nor its
 * time reveals whether a mail is sent, so errors of the mail are only logged.
 */
export async function requestReset(
  provider: PasswordProvider,
  { email, callbackUrl }: { readonly email: string; readonly callbackUrl: string | undefined },
  app: App,
  exchange: Exchange,
): Promise<'invalidAddress' | undefined> {
  const address = canonicalAddress(email)
  if (address === undefined) return 'invalidAddress'
  requireMailSettings(provider, app)
  const pace = await startMailPace(`${provider.id} reset`, app)
  const mail = { purpose: 'resetPassword', provider: provider.id, address } as const
  const decided = await unlessRefused(mail, () => addressStatusOf(address, app), app, exchange)
  const sendTo = (status: AddressStatus): (() => Promise<void>) | undefined =>
    status.kind === 'noUser'
      ? undefined
      : () => sendResetMail(provider, { address, callbackUrl }, status, app, exchange)
  const send = decided && sendTo(decided.decision)
  await sendOrWithhold(
    send && (() => sendCounted(send, decided.allowed, app)),
    { pace, mayReveal: false },
    app,
  )
  return undefined
}

async function sendResetMail(
  provider: PasswordProvider,
  to: { readonly address: string; readonly callbackUrl: string | undefined },
  status: Exclude<AddressStatus, { kind: 'noUser' }>,
  app: App,
  exchange: Exchange,
): Promise<void> {
  switch (status.kind) {
    case 'accounts': {
      const { providers } = status
      await sendPasswordMail(provider, { ...to, purpose: 'noPassword', providers }, app, exchange)
      return
    }
    case 'password': {
      const token = await resetToken(status.user, status.stored, app, exchange)
      const path = '/password'
      await sendPasswordMail(provider, { ...to, purpose: 'resetPassword', token, path }, app, exchange)
      return
    }
    case 'byMail': {
      const link = { id: randomToken(), address: to.address, since: status.since }
      const token = await signUpToken(link, app, exchange)
      const path = '/signup'
      await sendPasswordMail(provider, { ...to, purpose: 'resetPassword', token, path }, app, exchange)
      return
    }
    default:
      status satisfies never
  }
}
