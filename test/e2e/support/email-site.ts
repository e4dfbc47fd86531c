import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { createAuth } from '../../../src/index.js'
import { nodemailer } from '../../../src/providers/nodemailer.js'
import { password } from '../../../src/providers/password.js'
import { type MailServer, startMailServer } from '../../support/smtp-server.js'
import { type Site, serveSite } from './serve-site.js'

/** An application with sign-in by e-mail, and the server that receives its mails. */
export interface EmailSite extends Site {
  readonly mails: MailServer['mails']
  /** The log messages. */
  readonly logged: readonly string[]
}

interface EmailSiteOptions {
  /** Whether users can have passwords, too. Default: no. */
  readonly withPasswords?: boolean
  /** Whether each host is a tenant. Default: no. */
  readonly withTenants?: boolean
}

export async function startEmailSite({
  withPasswords = false,
  withTenants = false,
}: EmailSiteOptions = {}): Promise<EmailSite> {
  const logged: string[] = []
  const server = await startMailServer()
  const folder = mkdtempSync(join(tmpdir(), 'authwright-email-'))
  const adapter = sqlite(join(folder, 'auth.db'))
  const base = createAuth()
    .provider(nodemailer({ server: server.url, from: 'Example <sign-in@example.com>' }))
    .adapter(adapter)
    .tenant(withTenants ? (request) => new URL(request.url).hostname : false)
    .options({
      trustHost: true,
      secret: 'a secret of more than thirty-two characters',
      logger: {
        error: (error) => void logged.push(`error ${error.message}`),
        warn: (code, message) => void logged.push(`warn ${code} ${message}`),
      },
    })
  const auth = withPasswords ? base.provider(password()).session({ remember: true }).build() : base.build()
  const site = await serveSite(auth)
  return {
    url: site.url,
    mails: server.mails,
    logged,
    stop: async () => {
      await site.stop()
      await server.stop()
      await adapter.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
