import type { EmailProvider } from './kinds/email.js'
import { type MailOptions, mailProvider } from './mail/mail-provider.js'

/** Options of {@link email}. */
export interface OwnMailOptions<Id extends string>
  extends Omit<MailOptions<Id>, 'from' | 'sendVerificationRequest'> {
  /** The sender. `sendVerificationRequest` receives it as `provider.from`. Default: none. */
  readonly from?: string | undefined
  /** Sends the e-mail. */
  readonly sendVerificationRequest: EmailProvider['sendVerificationRequest']
}

/**
 * Sign-in with a link or code in an e-mail that the application sends itself. For SMTP, use `nodemailer()`.
 *
 * @throws {TypeError} If there is no `sendVerificationRequest`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { email } from 'authwright/providers/email'
 *
 * declare function send(to: string, mail: { subject: string; text: string; html: string }): Promise<void>
 *
 * export const auth = createAuth()
 *   .provider(email({ sendVerificationRequest: ({ identifier, mail }) => send(identifier, mail) }))
 *   .adapter(sqlite('auth.db'))
 *   .build()
 * ```
 */
export function email<const Id extends string = 'email'>(options: OwnMailOptions<Id>): EmailProvider<Id> {
  if (!options.sendVerificationRequest) {
    throw new TypeError(
      'email() needs the option `sendVerificationRequest`. For SMTP, use nodemailer() of authwright/providers/nodemailer.',
    )
  }
  return mailProvider({ id: 'email', name: 'Email' }, options)
}
