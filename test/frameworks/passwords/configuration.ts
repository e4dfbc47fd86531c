import { eitherStrategy } from '../accounts/configuration.js'
import type { Edit } from '../support/edit.js'

/** What the configuration of each example is changed to: passwords, mails by SMTP, a database, and either strategy. */
export const configuration: readonly Edit[] = [
  [
    'import * as v',
    `import { pg } from 'authwright/adapters/pg'
import { nodemailer } from 'authwright/providers/nodemailer'
import { password } from 'authwright/providers/password'
import * as v`,
  ],
  [
    '.session({',
    `.provider(password())
  .provider(nodemailer({ server: process.env['SMTP_URL'], from: 'Example <sign-in@example.com>' }))
  .adapter(pg(process.env['DATABASE_URL'] ?? ''))
  .session({`,
  ],
  ...eitherStrategy,
  ["  .pages({ signIn: '/login' })\n", ''],
]
