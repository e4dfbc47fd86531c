import type { ExpiringTable } from './record-store.js'

/**
 * The column by which a selection of expired rows is deleted. The deletion checks the expiry again, because an unexpired
 * row can have the same value in this column.
 */
export const expiringKeys: Readonly<Record<ExpiringTable, string>> = {
  sessions: 'sessionToken',
  verificationTokens: 'token',
}
