import { email } from '../../providers/email.js'
import { type NodemailerOptions, nodemailer } from '../../providers/nodemailer.js'
import type { EmailConfig, MailFunction } from '../provider-types.js'

export type { OwnMailOptions } from '../../providers/email.js'

/**
 * Sign-in with a link in an e-mail that is sent by SMTP, or by `sendVerificationRequest`.
 *
 * @example
 * ```ts
 * import { memory } from 'authwright/adapters/memory'
 * import NextAuth from 'authwright/compat/next'
 * import Email from 'authwright/compat/providers/email'
 *
 * export const { handlers, auth } = NextAuth({
 *   adapter: memory(),
 *   providers: [Email({ server: 'smtp://localhost', from: 'sign-in@example.com' })],
 * })
 * ```
 *
 * @see https://authjs.dev/getting-started/providers/nodemailer
 */
const Email: MailFunction<typeof nodemailer> = (options = {}) => {
  const { sendVerificationRequest } = options
  const provider = sendVerificationRequest
    ? email({ ...(options as object), sendVerificationRequest })
    : nodemailer({ ...options, id: options.id ?? 'email' } as NodemailerOptions<string>)
  return provider as EmailConfig
}
// biome-ignore lint/style/noDefaultExport: as Auth.js exports it.
export default Email
