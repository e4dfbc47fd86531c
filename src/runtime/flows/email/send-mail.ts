import { EmailSignInError } from '../../../errors.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import { asError } from '../../base/as-error.js'
import { redacted } from '../../config/redaction.js'
import { createFetch } from '../../http/fetch.js'
import { languageChoice } from '../../pages/page-site.js'
import { inTime } from '../../storage/in-time.js'
import type { EmailCapabilities, EmailExchange } from './pending-mail.js'
import { signInMail } from './sign-in-mail.js'
import { maxAgeOf } from './verification-token.js'

/** What one mail carries. */
export interface MailContent {
  readonly address: string
  readonly url: string
  readonly token: string
  readonly code: string
  readonly expires: Date
}

/** Milliseconds within which a mail must have been handed over. */
const TIME_LIMIT = 15_000

/**
 * Has the provider send a mail. Throws `EmailSignInError` when it could not be handed over in time; what that says
 * neither holds the link nor the provider's key.
 */
export async function sendMail(
  provider: EmailProvider<string>,
  { address, url, token, code: digits, expires }: MailContent,
  instance: EmailCapabilities,
  { request, origin }: EmailExchange,
): Promise<void> {
  const theme = instance.spec.options.theme ?? {}
  const code = provider.code ? digits : undefined
  const { host } = new URL(origin)
  const language = languageChoice(instance.spec.options, request, instance.logger)
  const mail = signInMail({ url, host, code, maxAge: maxAgeOf(provider), theme, language })
  const fetch = createFetch({ fetch: instance.fetchFor(provider) })
  // An async function, so that a synchronous throw is handled like a rejection.
  const send = async (): Promise<void> =>
    provider.sendVerificationRequest({
      identifier: address,
      url,
      expires,
      token,
      ...(code !== undefined && { code }),
      mail,
      provider,
      theme,
      request,
      fetch,
    })
  try {
    await inTime(send(), TIME_LIMIT)
  } catch (error) {
    const secrets = [url, token, digits, ...(provider.apiKey ? [provider.apiKey] : [])]
    throw new EmailSignInError(`The provider '${provider.id}' could not send a mail.`, {
      cause: { err: redacted(asError(error), secrets), provider: provider.id },
    })
  }
}
