import type { EmailProvider } from './kinds/email.js'
import { mailProvider, requireFrom } from './mail/mail-provider.js'
import {
  apiKeyOf,
  basicAuth,
  type MailServiceOptions,
  missingKey,
  sendThroughService,
} from './mail/mail-service.js'

export type { MailOptions } from './mail/mail-provider.js'
export type { MailServiceOptions } from './mail/mail-service.js'

/** Options of {@link forwardemail}. */
export interface ForwardEmailOptions<Id extends string = 'forwardemail'> extends MailServiceOptions<Id> {}

/**
 * Sign-in with a link or code in an e-mail that Forward Email sends. Requires an adapter.
 *
 * @throws {TypeError} If `from` is missing.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { forwardemail } from 'authwright/providers/forwardemail'
 *
 * export const auth = createAuth()
 *   .provider(forwardemail({ from: 'Example <sign-in@example.com>' }))
 *   .adapter(sqlite('auth.db'))
 *   .build()
 * ```
 *
 * @see https://forwardemail.net/en/email-api#create-outbound-smtp-email
 */
export function forwardemail<const Id extends string = 'forwardemail'>(
  options: ForwardEmailOptions<Id>,
): EmailProvider<Id> {
  requireFrom('forwardemail', options)
  return mailProvider(
    { id: 'forwardemail', name: 'Forward Email' },
    options,
    async (request) => {
      const { identifier, mail, provider } = request
      await sendThroughService(request, {
        url: 'https://api.forwardemail.net/v1/emails',
        headers: { authorization: basicAuth(apiKeyOf(provider), '') },
        body: { from: provider.from, to: identifier, ...mail },
      })
    },
    missingKey,
  )
}
