import { eitherStrategy } from '../accounts/configuration.js'
import type { Edit } from '../support/edit.js'

/**
 * The configuration of each example with passwords and mails by SMTP. Variables choose the storage, the
 * strategy and tenants, so one build serves every scenario.
 */
export const configuration: readonly Edit[] = [
  [
    'import * as v',
    `import { memory } from 'authwright/adapters/memory'
import { pg } from 'authwright/adapters/pg'
import { sqlite } from 'authwright/adapters/sqlite'
import { nodemailer } from 'authwright/providers/nodemailer'
import { password } from 'authwright/providers/password'
import * as v`,
  ],
  [
    'const Login =',
    `// Next.js evaluates this module once for routes and once for pages, and both need the same users.
const shared = globalThis as { users?: ReturnType<typeof memory> }

const storages = {
  memory: () => (shared.users ??= memory()),
  SQLite: () => sqlite(process.env['SQLITE_FILE']),
  PostgreSQL: () => pg(process.env['DATABASE_URL'] ?? ''),
}
const storage = (process.env['STORAGE'] ?? 'PostgreSQL') as 'PostgreSQL'

const Login =`,
  ],
  [
    '.session({',
    `.provider(password())
  .provider(nodemailer({ server: process.env['SMTP_URL'], from: 'Example <sign-in@example.com>' }))
  .adapter(storages[storage]())
  .tenant(process.env['TENANTS'] === '1' && ((request) => request.headers.get('x-tenant') ?? 'none'))
  .session({`,
  ],
  ...eitherStrategy,
  ["  .pages({ signIn: '/login' })\n", ''],
]
