import type { ExpiringTable } from './record-store.js'

/** A column by which expired rows are selected; the deletion checks the expiry again. */
export const expiringKeys: Readonly<Record<ExpiringTable, string>> = {
  sessions: 'sessionToken',
  verificationTokens: 'token',
}
