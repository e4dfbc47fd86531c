import { withDefaults } from '../options/with-defaults.js'
import type { EmailProvider } from './kinds/email.js'
import { mailProvider } from './mail/mail-provider.js'
import { apiKeyOf, type MailServiceOptions, missingKey, sendThroughService } from './mail/mail-service.js'

export type { MailOptions } from './mail/mail-provider.js'
export type { MailServiceOptions } from './mail/mail-service.js'

/** Options of {@link loops}. */
export interface LoopsOptions<Id extends string = 'loops'>
  extends Omit<MailServiceOptions<Id>, 'code' | 'from'> {
  /** The id of the transactional mail at Loops. */
  readonly transactionalId: string
  /** Whether the template at Loops has the data variable `code`. Default: `false`. */
  readonly code?: boolean
}

/**
 * Sign-in with a link in an e-mail that Loops sends. Write a template at Loops, with the data variable `url`. Requires an adapter.
 *
 * Every e-mail uses this template, including notices of a changed password or removed sign-in methods. For other content, pass
 * `sendVerificationRequest` to `loops()`, and `send` to `password()`.
 *
 * @throws {TypeError} If `transactionalId` is missing.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { loops } from 'authwright/providers/loops'
 *
 * export const auth = createAuth()
 *   .provider(loops({ transactionalId: 'clfq6dinn000yl70fgwwyp82l' }))
 *   .adapter(sqlite('auth.db'))
 *   .build()
 * ```
 *
 * @see https://loops.so/docs/api-reference/send-transactional-email
 */
export function loops<const Id extends string = 'loops'>({
  transactionalId,
  ...options
}: LoopsOptions<Id>): EmailProvider<Id> {
  if (!transactionalId) {
    throw new TypeError('loops() needs the option `transactionalId`: the id of the mail to send.')
  }
  const settings = withDefaults({ code: false }, options)
  return mailProvider(
    { id: 'loops', name: 'Loops' },
    settings,
    async (request) => {
      const { identifier, url, code, provider } = request
      await sendThroughService(request, {
        url: 'https://app.loops.so/api/v1/transactional',
        headers: { authorization: `Bearer ${apiKeyOf(provider)}` },
        body: {
          transactionalId,
          email: identifier,
          dataVariables: { url, ...(code !== undefined && { code }) },
        },
      })
    },
    missingKey,
  )
}
