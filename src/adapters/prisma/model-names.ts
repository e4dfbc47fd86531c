import type { ModelNames } from './models.js'

/** The name of each table's model in a client. */
export const modelNames: ModelNames = {
  users: 'user',
  accounts: 'account',
  sessions: 'session',
  verificationTokens: 'verificationToken',
  authenticators: 'authenticator',
  passwords: 'authPassword',
}
