import { RateLimited } from '../../../errors.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { asError } from '../../core/base/as-error.js'
import { randomToken } from '../../core/crypto/random.js'
import { report } from '../../core/http/report.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import { canonicalAddress } from '../../core/login/email-address.js'
import { createMailLimits } from '../email/mail-limits.js'
import { mailPace } from '../email/mail-pace.js'
import { sendPasswordMail } from './password-mail.js'
import { resetToken } from './password-reset.js'
import { signUpToken } from './sign-up.js'
import { type Standing, standingOf } from './standing.js'

/**
 * Sends a mail to a user who has forgotten the password. Neither the response nor its time reveals whether a
 * mail is sent, so errors of the mail are only logged. Returns `'invalidAddress'` for an invalid e-mail
 * address.
 */
export async function requestReset(
  provider: PasswordProvider,
  { email, callbackUrl }: { readonly email: string; readonly callbackUrl: string | undefined },
  app: App,
  exchange: Exchange,
): Promise<'invalidAddress' | undefined> {
  const address = canonicalAddress(email)
  if (address === undefined) return 'invalidAddress'
  const pace = mailPace(`${provider.id} reset`, app)
  const mail = { purpose: 'resetPassword', provider: provider.id, address } as const
  const refused = await app
    .get(createMailLimits)
    .begin(mail, exchange)
    .then(() => undefined)
    .catch((error: unknown) => {
      if (error instanceof RateLimited) return error
      throw error
    })
  if (refused) {
    report(refused, app.logger)
    await pace.withheld()
    return undefined
  }
  const standing = await standingOf(address, app)
  let isWithheld = false
  try {
    isWithheld = !(await sendResetMail(provider, { address, callbackUrl }, standing, app, exchange))
  } catch (error) {
    app.logger.error(asError(error))
  }
  // The time of a mail that failed is remembered, too: a withheld mail takes as long.
  if (isWithheld) await pace.withheld()
  else pace.sent()
  return undefined
}

/** Sends the mail that fits the state of the e-mail address. Returns whether there is one. */
async function sendResetMail(
  provider: PasswordProvider,
  to: { readonly address: string; readonly callbackUrl: string | undefined },
  standing: Standing,
  app: App,
  exchange: Exchange,
): Promise<boolean> {
  switch (standing.kind) {
    case 'nobody':
      return false
    case 'accounts': {
      const { providers } = standing
      await sendPasswordMail(provider, { ...to, purpose: 'noPassword', providers }, app, exchange)
      return true
    }
    case 'password': {
      const token = await resetToken(standing.user, standing.stored, app, exchange)
      const path = '/password'
      await sendPasswordMail(provider, { ...to, purpose: 'resetPassword', token, path }, app, exchange)
      return true
    }
    case 'byMail': {
      const link = { id: randomToken(), address: to.address, since: standing.since }
      const token = await signUpToken(link, app, exchange)
      const path = '/signup'
      await sendPasswordMail(provider, { ...to, purpose: 'resetPassword', token, path }, app, exchange)
      return true
    }
  }
}
