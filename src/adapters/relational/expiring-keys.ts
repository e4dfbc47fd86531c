import type { ExpiringTable } from './record-store.js'

/** The column by which expired rows are deleted. The deletion checks the expiry again. */
export const expiringKeys: Readonly<Record<ExpiringTable, string>> = {
  sessions: 'sessionToken',
  verificationTokens: 'token',
}
