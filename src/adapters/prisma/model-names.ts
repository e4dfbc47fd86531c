import type { ModelNames } from './models.js'

/** What the model of each table is called in a client. */
export const modelNames: ModelNames = {
  users: 'user',
  accounts: 'account',
  sessions: 'session',
  verificationTokens: 'verificationToken',
  authenticators: 'authenticator',
}
