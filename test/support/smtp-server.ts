import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerEnvelope, type SMTPServerOptions } from 'smtp-server'

/** A mail as the server received it. */
export interface ReceivedMail {
  /** The recipients in the SMTP commands of the sender, independent of the mail headers. */
  readonly recipients: readonly string[]
  readonly sender: string
  readonly parsed: ParsedMail
  readonly raw: string
}

/** A real SMTP server on this machine, without TLS and passwords. */
export interface MailServer {
  readonly url: string
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  stop(): Promise<void>
}

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    ...options,
    onData(stream, { envelope }, done) {
      receive(stream, envelope).then(
        (mail) => {
          mails.push(mail)
          done()
        },
        (error: Error) => done(error),
      )
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function receive(
  stream: AsyncIterable<Buffer>,
  { mailFrom, rcptTo }: SMTPServerEnvelope,
): Promise<ReceivedMail> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  const raw = Buffer.concat(parts)
  return {
    recipients: rcptTo.map(({ address }) => address),
    sender: mailFrom ? mailFrom.address : '',
    parsed: await simpleParser(raw),
    raw: raw.toString(),
  }
}
