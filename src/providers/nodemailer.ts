import type { EmailProvider } from './kinds/email.js'
import { emptyOption, type MailOptions, mailProvider, requireFrom } from './mail/mail-provider.js'
import { smtpTransport } from './nodemailer/smtp-transport.js'

export type { MailOptions } from './mail/mail-provider.js'

/** An SMTP server in the format of Nodemailer. Other options of Nodemailer are accepted, too. */
export interface SmtpServer {
  /** The host name or IP address of the server. Default: `localhost`. */
  host?: string
  /** Default: 465 with `secure`, else 587. */
  port?: number
  /**
   * Whether the connection starts with TLS. Otherwise, TLS is used if the server offers it. Default: `true` for port 465, otherwise
   * `false`.
   */
  secure?: boolean
  /** The user name and password for SMTP AUTH. Default: none is sent. */
  auth?: { user: string; pass: string }
}

/** Options of {@link nodemailer}. */
export interface NodemailerOptions<Id extends string = 'nodemailer'> extends MailOptions<Id> {
  /** The argument of Nodemailer's `createTransport`: a URL such as `smtps://user:password@smtp.example.com`, options, or a transport. */
  readonly server: string | SmtpServer | object | undefined
}

/**
 * Sign-in with a link or code in an e-mail that is sent by SMTP. Requires an adapter and the package `nodemailer`.
 *
 * @throws {TypeError} If `server` or `from` is missing, or `server` is the result of `createTransport`.
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
  options: NodemailerOptions<Id>,
): EmailProvider<Id> {
  if (!('server' in options)) {
    throw new TypeError('nodemailer() needs the option `server`: the URL or options of the SMTP server.')
  }
  requireFrom('nodemailer', options)
  const { server } = options
  // Nodemailer would read no options from the result of `createTransport`, and would connect to localhost.
  if (server && typeof server === 'object' && 'sendMail' in server) {
    throw new TypeError('nodemailer() needs the argument of `createTransport` as `server`, not its result.')
  }
  const transport = smtpTransport(server ?? '')
  return mailProvider(
    { id: 'nodemailer', name: 'Email' },
    options,
    async ({ identifier, mail, provider }) => {
      const problem = problemOf(server)
      if (problem !== undefined) throw new TypeError(problem)
      const { sendMail } = await transport()
      // Nodemailer parses a string as a list of e-mail addresses, but not an object.
      await sendMail({ ...mail, to: { name: '', address: identifier }, from: provider.from })
    },
    () => problemOf(server),
  )
}

/**
 * Returns a message if the server is missing or not a usable URL. It does not quote the server, because the URL may
 * contain a password.
 */
function problemOf(server: string | object | undefined): string | undefined {
  if (!server) return emptyOption('nodemailer', 'server').message
  if (typeof server !== 'string' || /^(?:smtps?|direct):/i.test(server)) return undefined
  return 'nodemailer() needs a URL as `server`: smtp://smtp.example.com:587, with the user and the password if the server requires them.'
}
