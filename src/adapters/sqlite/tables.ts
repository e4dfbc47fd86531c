import type { VerificationToken } from '../../model/verification-token.js'
import type { AdapterAccount, AdapterAuthenticator, AdapterSession } from '../contract.js'
import type { SqliteRow } from './client.js'
import { type ColumnType, decode } from './column.js'
import type { Table } from './statements.js'

/** A table of which every row is a `Row`. */
export interface TableOf<Row> extends Table {
  readonly columns: { readonly [Field in keyof Row & string]-?: ColumnType }
}

export const accountTable: TableOf<AdapterAccount> = {
  name: 'auth_accounts',
  columns: {
    userId: 'text',
    provider: 'text',
    providerAccountId: 'text',
    type: 'text',
    access_token: 'text',
    refresh_token: 'text',
    id_token: 'text',
    token_type: 'text',
    scope: 'text',
    session_state: 'text',
    // Some providers answer fractions of a second.
    expires_in: 'real',
    expires_at: 'real',
    authorization_details: 'json',
  },
}

export const sessionTable: TableOf<AdapterSession> = {
  name: 'auth_sessions',
  columns: { sessionToken: 'text', userId: 'text', expires: 'date' },
}

export const verificationTokenTable: TableOf<VerificationToken> = {
  name: 'auth_verification_tokens',
  columns: { identifier: 'text', token: 'text', expires: 'date' },
}

export const authenticatorTable: TableOf<AdapterAuthenticator> = {
  name: 'auth_authenticators',
  columns: {
    credentialID: 'text',
    userId: 'text',
    providerAccountId: 'text',
    credentialPublicKey: 'text',
    counter: 'integer',
    credentialDeviceType: 'text',
    credentialBackedUp: 'boolean',
    transports: 'text',
  },
}

/** The row as an object; a column that is NULL gives `null`. */
export function fromRow<Row>(table: TableOf<Row>, row: SqliteRow): Row {
  const decoded: Record<string, unknown> = {}
  for (const [name, type] of Object.entries<ColumnType>(table.columns))
    decoded[name] = decode(type, row[name])
  // The columns are those of Row, each decoded as it was encoded.
  return decoded as Row
}

/** As {@link fromRow}, without the fields that are NULL: the fields of an account are absent, never `null`. */
export function accountFromRow(row: SqliteRow): AdapterAccount {
  const account = fromRow(accountTable, row)
  return Object.fromEntries(Object.entries(account).filter(([, value]) => value !== null)) as typeof account
}
