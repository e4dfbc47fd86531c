import type { EmailProvider } from './kinds/email.js'
import { type MailOptions, mailProvider } from './mail/mail-provider.js'
import { type NodemailerOptions, nodemailer } from './nodemailer.js'

/** Options of {@link email} where the application sends the mail. */
export interface OwnMailOptions<Id extends string>
  extends Omit<MailOptions<Id>, 'from' | 'sendVerificationRequest'> {
  readonly from?: string
  /** Sends the mail. It receives the e-mail address, the link, the code and a finished mail. */
  readonly sendVerificationRequest: EmailProvider['sendVerificationRequest']
}

/**
 * Sign-in with a link, or a code, in a mail. With `server`, the mail is sent by SMTP, as by `nodemailer()`. Otherwise `sendVerificationRequest`
 * sends it.
 *
 * @param options - `sendVerificationRequest`, or the options of `nodemailer()`.
 * @throws {TypeError} If there is neither `sendVerificationRequest` nor `server` with `from`.
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
 *
 * @see https://nodemailer.com/smtp
 */
export function email<const Id extends string = 'email'>(
  options: NodemailerOptions<Id> | OwnMailOptions<Id>,
): EmailProvider<Id> {
  // The type follows the id of the options, and is `'email'` if they have none.
  if (!('server' in options) && options.sendVerificationRequest) {
    return mailProvider({ id: 'email', name: 'Email' }, options, options.sendVerificationRequest)
  }
  return nodemailer({ ...options, id: options.id ?? 'email' } as NodemailerOptions<Id>)
}
