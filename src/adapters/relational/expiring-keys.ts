import type { ExpiringTable } from './record-store.js'

/** The column whose values select the expired rows to delete. The deletion also checks the expiry. */
export const expiringKeys: Readonly<Record<ExpiringTable, string>> = {
  sessions: 'sessionToken',
  verificationTokens: 'token',
}
