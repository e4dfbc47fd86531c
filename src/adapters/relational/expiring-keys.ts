import type { ExpiringTable } from './record-store.js'

/** Columns that select expired rows. The deletion checks the expiry again. */
export const expiringKeys: Readonly<Record<ExpiringTable, string>> = {
  sessions: 'sessionToken',
  verificationTokens: 'token',
}
