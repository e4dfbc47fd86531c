import type { Fields, TableName } from './record-store.js'

export const naturalKeys: Readonly<Record<TableName, readonly string[]>> = {
  users: ['id'],
  accounts: ['provider', 'providerAccountId'],
  sessions: ['sessionToken'],
  verificationTokens: ['identifier', 'token'],
  authenticators: ['credentialID'],
  passwords: ['userId', 'tenant'],
}

export function naturalKeyOf(table: TableName, fields: Fields): Fields {
  return Object.fromEntries(naturalKeys[table].map((column) => [column, fields[column]]))
}
