import type { EmailProvider } from './kinds/email.js'
import { parseMailbox } from './mail/from-option.js'
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

/** Options of {@link mailgun}. */
export interface MailgunOptions<Id extends string = 'mailgun'> extends MailServiceOptions<Id> {
  /** The region in which the domain was created. Default: `'US'`. */
  readonly region?: 'US' | 'EU'
  /** The domain that Mailgun sends for. Default: the domain of `from`. */
  readonly domain?: string
}

/**
 * Sign-in with a link or code in an e-mail that Mailgun sends. Requires an adapter.
 *
 * @throws {TypeError} If `from` is missing.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { mailgun } from 'authwright/providers/mailgun'
 *
 * export const auth = createAuth()
 *   .provider(mailgun({ from: 'Example <sign-in@example.com>' }))
 *   .adapter(sqlite('auth.db'))
 *   .build()
 * ```
 *
 * @see https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages/post-v3--domain-name--messages
 */
export function mailgun<const Id extends string = 'mailgun'>({
  region,
  domain,
  ...options
}: MailgunOptions<Id>): EmailProvider<Id> {
  requireFrom('mailgun', options)
  return mailProvider(
    { id: 'mailgun', name: 'Mailgun' },
    options,
    async (request) => {
      const { identifier, mail, provider } = request
      const { address } = parseMailbox(provider.from)
      const form = new FormData()
      form.set('from', provider.from ?? '')
      form.set('to', identifier)
      form.set('subject', mail.subject)
      form.set('text', mail.text)
      form.set('html', mail.html)
      // Click tracking would replace the link with a link to another site.
      form.set('o:tracking-clicks', 'no')
      const host = region === 'EU' ? 'api.eu.mailgun.net' : 'api.mailgun.net'
      await sendThroughService(request, {
        url: `https://${host}/v3/${encodeURIComponent(domain ?? address.slice(address.indexOf('@') + 1))}/messages`,
        headers: { authorization: basicAuth('api', apiKeyOf(provider)) },
        body: form,
      })
    },
    missingKey,
  )
}
