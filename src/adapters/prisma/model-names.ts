import type { ModelNames } from './models.js'

export const modelNames: ModelNames = {
  users: 'user',
  accounts: 'account',
  sessions: 'session',
  verificationTokens: 'verificationToken',
  authenticators: 'authenticator',
  passwords: 'authPassword',
}
