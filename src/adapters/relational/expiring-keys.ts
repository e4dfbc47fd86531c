import type { ExpiringTable } from './record-store.js'

/** A column by which rows that expired are picked; that they have is asked again when they are deleted. */
export const expiringKeys: Readonly<Record<ExpiringTable, string>> = {
  sessions: 'sessionToken',
  verificationTokens: 'token',
}
