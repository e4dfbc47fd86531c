import type { TableName } from './record-store.js'

/** The columns that identify a row of each table. */
export const naturalKeys: Readonly<Record<TableName, readonly string[]>> = {
  users: ['id'],
  accounts: ['provider', 'providerAccountId'],
  sessions: ['sessionToken'],
  verificationTokens: ['identifier', 'token'],
  authenticators: ['credentialID'],
  passwords: ['userId', 'tenant'],
}
