import type { EmailProvider } from './kinds/email.js'
import { mailProvider, requireFrom } from './mail/mail-provider.js'
import { apiKeyOf, type MailServiceOptions, missingKey, sendThroughService } from './mail/mail-service.js'

export type { MailOptions } from './mail/mail-provider.js'
export type { MailServiceOptions } from './mail/mail-service.js'

/** Options of {@link postmark}. */
export interface PostmarkOptions<Id extends string = 'postmark'> extends MailServiceOptions<Id> {
  /** The message stream. Default: `'outbound'`. */
  readonly messageStream?: string
}

/**
 * Sign-in with a link or code in an e-mail that Postmark sends. Requires an adapter.
 *
 * @throws {TypeError} If `from` is missing.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { postmark } from 'authwright/providers/postmark'
 *
 * export const auth = createAuth()
 *   .provider(postmark({ from: 'Example <sign-in@example.com>' }))
 *   .adapter(sqlite('auth.db'))
 *   .build()
 * ```
 *
 * @see https://postmarkapp.com/developer/api/email-api#send-a-single-email
 */
export function postmark<const Id extends string = 'postmark'>({
  messageStream = 'outbound',
  ...options
}: PostmarkOptions<Id>): EmailProvider<Id> {
  requireFrom('postmark', options)
  return mailProvider(
    { id: 'postmark', name: 'Postmark' },
    options,
    async (request) => {
      const { identifier, mail, provider } = request
      await sendThroughService(request, {
        url: 'https://api.postmarkapp.com/email',
        headers: { 'x-postmark-server-token': apiKeyOf(provider) },
        body: {
          From: provider.from,
          To: identifier,
          Subject: mail.subject,
          TextBody: mail.text,
          HtmlBody: mail.html,
          MessageStream: messageStream,
          // Click tracking would replace the link with a link to another site.
          TrackLinks: 'None',
        },
      })
    },
    missingKey,
  )
}
