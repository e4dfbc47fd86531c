import type { EmailProvider } from './kinds/email.js'
import { mailProvider, requireFrom } from './mail/mail-provider.js'
import { apiKeyOf, type MailServiceOptions, missingKey, sendThroughService } from './mail/mail-service.js'

export type { MailOptions } from './mail/mail-provider.js'
export type { MailServiceOptions } from './mail/mail-service.js'

/** Options of {@link resend}. */
export interface ResendOptions<Id extends string = 'resend'> extends MailServiceOptions<Id> {}

/**
 * Sign-in with a link or code in an e-mail that Resend sends. Requires an adapter.
 *
 * @throws {TypeError} If `from` is missing.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { resend } from 'authwright/providers/resend'
 *
 * export const auth = createAuth()
 *   .provider(resend({ from: 'Example <sign-in@example.com>' }))
 *   .adapter(sqlite('auth.db'))
 *   .build()
 * ```
 *
 * @see https://resend.com/docs/api-reference/emails/send-email
 */
export function resend<const Id extends string = 'resend'>(options: ResendOptions<Id>): EmailProvider<Id> {
  requireFrom('resend', options)
  return mailProvider(
    { id: 'resend', name: 'Resend' },
    options,
    async (request) => {
      const { identifier, mail, provider } = request
      await sendThroughService(request, {
        url: 'https://api.resend.com/emails',
        headers: { authorization: `Bearer ${apiKeyOf(provider)}` },
        body: { from: provider.from, to: identifier, ...mail },
      })
    },
    missingKey,
  )
}
