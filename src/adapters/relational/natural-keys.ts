import type { TableName } from './record-store.js'

/** The columns whose values name a row of a table. */
export const naturalKeys: Readonly<Record<TableName, readonly string[]>> = {
  users: ['id'],
  accounts: ['provider', 'providerAccountId'],
  sessions: ['sessionToken'],
  verificationTokens: ['identifier', 'token'],
  authenticators: ['credentialID'],
}
