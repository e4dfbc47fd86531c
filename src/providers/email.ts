import type { EmailProvider } from './kinds/email.js'
import { type NodemailerOptions, nodemailer } from './nodemailer.js'

/**
 * {@link nodemailer} under its former id, for existing callback URLs and accounts. In a new application, use `nodemailer()`.
 *
 * @param options - Those of `nodemailer()`.
 * @throws {TypeError} when `server` or `from` is missing.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { email } from 'authwright/providers/email'
 *
 * export const auth = createAuth()
 *   .provider(email({ server: 'smtps://user:password@smtp.example.com', from: 'sign-in@example.com' }))
 *   .adapter(sqlite('auth.db'))
 *   .build()
 * ```
 *
 * @see https://nodemailer.com/smtp
 */
export function email<const Id extends string = 'email'>(options: NodemailerOptions<Id>): EmailProvider<Id> {
  // The type follows the id of the options, and is `'email'` where they have none.
  return nodemailer({ ...options, id: options.id ?? 'email' } as NodemailerOptions<Id>)
}
