import type { Fields, TableName } from './record-store.js'

/** The columns that identify a row of each table. */
export const naturalKeys: Readonly<Record<TableName, readonly string[]>> = {
  users: ['id'],
  accounts: ['provider', 'providerAccountId'],
  sessions: ['sessionToken'],
  verificationTokens: ['identifier', 'token'],
  authenticators: ['credentialID'],
  passwords: ['userId', 'tenant'],
}

/** The part of a row that identifies it. */
export function naturalKeyOf(table: TableName, fields: Fields): Fields {
  return Object.fromEntries(naturalKeys[table].map((column) => [column, fields[column]]))
}
