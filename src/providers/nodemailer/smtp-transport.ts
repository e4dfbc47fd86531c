import type { SendMailOptions } from 'nodemailer'
import { lazily } from '../../model/lazily.js'
import { importError } from '../../platform/missing-package.js'

export interface SmtpTransport {
  sendMail(mail: SendMailOptions): Promise<void>
}

const TIMEOUT_MS = 10_000

const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }

/** All calls of the returned function share one transport, because it may keep connections open. */
export function smtpTransport(server: string | object): () => Promise<SmtpTransport> {
  return lazily(() => open(server))
}

async function open(server: string | object): Promise<SmtpTransport> {
  const { createTransport } = await load()
  const transport = createTransport(server)
  if (typeof server === 'string' || !('send' in server)) setTimeouts(transport.transporter)
  // A connection that is lost while it is idle must not end the process.
  transport.on('error', () => undefined)
  return {
    async sendMail(mail) {
      // A transport that the application passed may return nothing.
      const info: { rejected?: unknown[]; pending?: unknown[] } | undefined = await transport.sendMail(mail)
      const refused = (info?.rejected?.length ?? 0) + (info?.pending?.length ?? 0)
      if (refused > 0) throw new Error('The mail server did not accept the recipient.')
    },
  }
}

/** Sets the timeouts on the transport, because Nodemailer accepts either a URL or options, but not both. */
function setTimeouts(transport: object): void {
  const { options } = transport as { readonly options?: object }
  Object.assign(transport, { options: { ...timeouts, ...options } })
}

// Bundlers treat an import as optional only inside `try`.
async function load(): Promise<Pick<typeof import('nodemailer'), 'createTransport'>> {
  try {
    const module = await import('nodemailer')
    return module.default ?? module
  } catch (error) {
    throw importError(
      'nodemailer',
      error,
      'nodemailer() needs the package "nodemailer". Run "npm install nodemailer".',
    )
  }
}
