import type { EmailProvider } from './kinds/email.js'
import { parseMailbox } from './mail/from-option.js'
import { mailProvider, requireFrom } from './mail/mail-provider.js'
import { apiKeyOf, type MailServiceOptions, missingKey, sendThroughService } from './mail/mail-service.js'

export type { MailOptions } from './mail/mail-provider.js'
export type { MailServiceOptions } from './mail/mail-service.js'

/** Options of {@link sendgrid}. */
export interface SendGridOptions<Id extends string = 'sendgrid'> extends MailServiceOptions<Id> {}

/**
 * Sign-in with a link or code in an e-mail that SendGrid sends. Requires an adapter.
 *
 * @throws {TypeError} If `from` is missing.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { sendgrid } from 'authwright/providers/sendgrid'
 *
 * export const auth = createAuth()
 *   .provider(sendgrid({ from: 'Example <sign-in@example.com>' }))
 *   .adapter(sqlite('auth.db'))
 *   .build()
 * ```
 *
 * @see https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send
 */
export function sendgrid<const Id extends string = 'sendgrid'>(
  options: SendGridOptions<Id>,
): EmailProvider<Id> {
  requireFrom('sendgrid', options)
  return mailProvider(
    { id: 'sendgrid', name: 'SendGrid' },
    options,
    async (request) => {
      const { identifier, mail, provider } = request
      const { address: email, name } = parseMailbox(provider.from)
      await sendThroughService(request, {
        url: 'https://api.sendgrid.com/v3/mail/send',
        headers: { authorization: `Bearer ${apiKeyOf(provider)}` },
        body: {
          personalizations: [{ to: [{ email: identifier }] }],
          from: { email, ...(name !== undefined && { name }) },
          subject: mail.subject,
          content: [
            { type: 'text/plain', value: mail.text },
            { type: 'text/html', value: mail.html },
          ],
          // Click tracking would replace the link with a link to another site.
          tracking_settings: { click_tracking: { enable: false, enable_text: false } },
        },
      })
    },
    missingKey,
  )
}
