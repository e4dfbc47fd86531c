import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterPassword,
  AdapterSession,
  VerificationToken,
} from '../contract.js'
import type { TableName } from '../relational/record-store.js'
import type { ColumnType } from './column.js'
import type { Table } from './statements.js'

interface TableOf<Row> extends Table {
  readonly columns: { readonly [Field in keyof Row & string]-?: ColumnType }
}

const accounts: TableOf<AdapterAccount> = {
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
    // Some providers return fractions of a second.
    expires_in: 'real',
    expires_at: 'real',
    authorization_details: 'json',
  },
}

const sessions: TableOf<AdapterSession> = {
  name: 'auth_sessions',
  columns: {
    sessionToken: 'text',
    userId: 'text',
    expires: 'date',
    createdAt: 'date',
    lastUsedAt: 'date',
    userAgent: 'text',
    networkAddress: 'text',
  },
}

const verificationTokens: TableOf<VerificationToken> = {
  name: 'auth_verification_tokens',
  columns: { identifier: 'text', token: 'text', expires: 'date' },
}

const authenticators: TableOf<AdapterAuthenticator> = {
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
    name: 'text',
  },
}

const passwords: TableOf<AdapterPassword> = {
  name: 'auth_passwords',
  columns: { userId: 'text', tenant: 'text', hash: 'text', epoch: 'text', changedAt: 'date' },
}

export const builtInTables: Readonly<Record<Exclude<TableName, 'users'>, Table>> = {
  accounts,
  sessions,
  verificationTokens,
  authenticators,
  passwords,
}

export const USERS = 'auth_users'
