import type { EmailProvider } from './kinds/email.js'
import { emptyOption, type MailOptions, mailProvider, requireFrom } from './mail/mail-provider.js'
import { smtpTransport } from './nodemailer/smtp-transport.js'

export type { MailOptions } from './mail/mail-provider.js'

/** Where an SMTP server is, as Nodemailer takes it; its other options may stand beside these. */
export interface SmtpServer {
  host?: string
  /** Default: 465 with `secure`, else 587. */
  port?: number
  /** Whether the connection begins with TLS. Without it, TLS is used where the server offers it. Default: `false`. */
  secure?: boolean
  auth?: { user: string; pass: string }
}

/** Options of {@link nodemailer}. */
export interface NodemailerOptions<Id extends string = 'nodemailer'> extends MailOptions<Id> {
  /**
   * What Nodemailer's `createTransport` takes: an address such as `smtps://user:password@smtp.example.com`, options, or
   * a transport.
   */
  readonly server: string | SmtpServer | object
}

/**
 * Sign-in with a link, or a code, in a mail that is sent by SMTP. Needs an adapter, and the package `nodemailer`, which is
 * loaded with the first mail.
 *
 * @param options - `server` and `from`, and what replaces a default.
 * @throws {TypeError} when `server` or `from` is not named. Empty, as by a variable that is not set, they fail the first mail: a build
 * needs no variables.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { nodemailer } from 'authwright/providers/nodemailer'
 *
 * export const auth = createAuth()
 *   .provider(
 *     nodemailer({
 *       server: 'smtps://user:password@smtp.example.com',
 *       from: 'Example <sign-in@example.com>',
 *     }),
 *   )
 *   .adapter(sqlite('auth.db'))
 *   .build()
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc6409.html
 * @see https://nodemailer.com/smtp
 */
export function nodemailer<const Id extends string = 'nodemailer'>(
  given: NodemailerOptions<Id>,
): EmailProvider<Id> {
  if (!('server' in given)) {
    throw new TypeError('nodemailer() needs the option `server`: where the SMTP server is.')
  }
  requireFrom('nodemailer', given)
  const { server, ...options } = given
  const transport = smtpTransport(server)
  return mailProvider(
    { id: 'nodemailer', name: 'Email' },
    options,
    async ({ identifier, mail, provider }) => {
      if (!server) throw emptyOption('nodemailer', 'server')
      const { sendMail } = await transport()
      // As an object, so that nothing takes it for a list of addresses.
      await sendMail({ ...mail, to: { name: '', address: identifier }, from: provider.from })
    },
  )
}
