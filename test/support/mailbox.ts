import type { EmailProvider, VerificationRequest } from '../../src/providers/kinds/email.js'
import { type MailOptions, resend } from '../../src/providers/resend.js'

/** An e-mail provider whose mails can be read. */
export interface Mailbox {
  readonly provider: EmailProvider
  readonly mails: readonly VerificationRequest[]
  /** The newest mail. */
  readonly last: VerificationRequest
  /** Path and query of the link in the newest mail. */
  readonly link: string
}

export type MailboxOptions = Partial<MailOptions<string>>

export function mailbox(overrides: MailboxOptions = {}): Mailbox {
  const mails: VerificationRequest[] = []
  const last = (): VerificationRequest => {
    const mail = mails.at(-1)
    if (!mail) throw new Error('There is no mail.')
    return mail
  }
  return {
    mails,
    get last() {
      return last()
    },
    get link() {
      const { pathname, search } = new URL(last().url)
      return pathname + search
    },
    provider: resend({
      id: 'mail',
      name: 'Mail',
      from: 'Site <site@app.test>',
      code: true,
      sendVerificationRequest: (mail) => void mails.push(mail),
      ...overrides,
    }),
  }
}
