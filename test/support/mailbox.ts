import type { EmailProvider } from '../../src/providers/kinds/email.js'
import { type MailOptions, resend } from '../../src/providers/resend.js'
import { type Mailbox as KitMailbox, mailbox as kitMailbox } from '../../src/testing.js'

/** The mailbox of the test kit, with an e-mail provider that sends to it. */
export interface Mailbox extends KitMailbox {
  readonly provider: EmailProvider
  /** Path and query of the link in the newest mail. */
  readonly link: string
}

export type MailboxOptions = Partial<MailOptions<string>>

export function mailbox(overrides: MailboxOptions = {}): Mailbox {
  const box = kitMailbox()
  const provider = resend({
    id: 'mail',
    name: 'Mail',
    from: 'Site <site@app.test>',
    code: true,
    sendVerificationRequest: box.send,
    ...overrides,
  })
  return Object.defineProperties(box as Mailbox, {
    provider: { value: provider },
    link: { get: () => box.last.link.pathname + box.last.link.search },
  })
}
