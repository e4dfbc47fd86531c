/** A mail of the demo. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly sent: Date
}

const newestFirst: Mail[] = []

/** Delivers a mail to the mailbox of the demo, which keeps the last 20 until the demo ends. */
export function deliver(to: string, { subject, text }: { subject: string; text: string }): void {
  newestFirst.unshift({ to, subject, text, sent: new Date() })
  newestFirst.length = Math.min(newestFirst.length, 20)
}

/** All mails, the newest first. */
export const mails = (): readonly Mail[] => newestFirst
