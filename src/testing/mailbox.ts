import { AuthError } from '../errors.js'
import type { EmailProvider, VerificationRequest } from '../providers/kinds/email.js'
import type { PasswordProvider } from '../providers/kinds/password.js'
import { type BuiltAuth, portOf, withEvent } from './open-auth.js'
import { refuseProduction } from './production-refusal.js'
import { svelteKitEvent } from './sveltekit-event.js'

/** A mail that was sent. */
export interface ReceivedMail {
  /** Why the mail was sent, such as `'signIn'` or `'resetPassword'`. */
  readonly purpose: VerificationRequest['purpose']
  /** The e-mail address of the recipient. */
  readonly to: string
  /** The subject line of the built-in mail. */
  readonly subject: string
  /** The plain text version of the built-in mail. */
  readonly text: string
  /** The HTML version of the built-in mail. */
  readonly html: string
  /** The link in the mail. */
  readonly link: URL
  /** The code in the mail, if there is one. */
  readonly code: string | undefined
  /** When the link and the code expire. */
  readonly expires: Date
}

/** The mails of an application. */
export interface Mailbox {
  /** Oldest first. */
  readonly mails: readonly ReceivedMail[]
  /** The newest mail. Throws an `Error` if there is none. */
  readonly last: ReceivedMail
  /**
   * Receives a mail. Pass this function as `sendVerificationRequest` of an e-mail provider, or as `send` of
   * `password()`.
   */
  readonly send: (
    request: Pick<VerificationRequest, 'purpose' | 'identifier' | 'url' | 'expires' | 'code' | 'mail'>,
  ) => void
  /**
   * Receives the mails of every provider of a configuration, instead of sending them.
   *
   * @throws AuthError for a configuration that is a function of the request or has tenants.
   */
  intercept(auth: BuiltAuth): Promise<void>
  /** Deletes the mails. */
  clear(): void
}

/**
 * Receives mails instead of a mail server, with their links and codes.
 *
 * @throws AuthError if `NODE_ENV` is `production`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { memory } from 'authwright/adapters/memory'
 * import { nodemailer } from 'authwright/providers/nodemailer'
 * import { mailbox } from 'authwright/testing'
 *
 * const auth = createAuth()
 *   .provider(nodemailer({ server: 'smtp://localhost', from: 'sign-in@example.com' }))
 *   .adapter(memory())
 *   .build()
 *
 * const box = mailbox()
 * await box.intercept(auth)
 * const request = new Request('http://localhost/', { method: 'POST' })
 * await auth.signIn('nodemailer', { request, email: 'ada@example.com' })
 * const page = await auth.handler(new Request(box.last.link))
 * ```
 */
export function mailbox(): Mailbox {
  refuseProduction()
  const mails: ReceivedMail[] = []
  const send: Mailbox['send'] = ({ purpose, identifier, url, code, expires, mail }) =>
    void mails.push({ purpose, to: identifier, ...mail, link: new URL(url), code, expires })
  return {
    mails,
    send,
    clear() {
      mails.length = 0
    },
    get last() {
      const mail = mails.at(-1)
      if (mail) return mail
      throw new Error('No mail was sent. Request a mail before you read `last`.')
    },
    async intercept(auth) {
      const request = withEvent(new Request('http://localhost'), svelteKitEvent)
      const { app } = await portOf(auth).call.open(request)
      // This kind of configuration creates the providers again for each request or tenant.
      if (app.host.isLazy || app.tenant !== undefined) {
        throw new AuthError(
          'A mailbox cannot intercept a configuration that is a function of the request or has tenants. Pass `sendVerificationRequest: box.send` to its e-mail provider, or `send: box.send` to password().',
        )
      }
      for (const provider of app.providers.values()) {
        // The provider is a copy that belongs to this app, so it can be changed.
        if (provider.type === 'email')
          Object.assign(provider, { sendVerificationRequest: send } satisfies Partial<EmailProvider>)
        if (provider.type === 'password' && provider.send)
          Object.assign(provider, { send } satisfies Partial<PasswordProvider>)
      }
    },
  }
}
