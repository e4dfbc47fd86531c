import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  SessionFacts,
  VerificationToken,
} from '../contract.js'
import type { Fields } from './record-store.js'
import { metadataColumns } from './session-metadata.js'

const accountText = [
  'userId',
  'provider',
  'providerAccountId',
  'type',
  'access_token',
  'refresh_token',
  'id_token',
  'token_type',
  'scope',
  'session_state',
] as const satisfies readonly (keyof AdapterAccount)[]

// Databases return integers of 64 bits as strings.
const accountNumbers = ['expires_at', 'expires_in'] as const satisfies readonly (keyof AdapterAccount)[]

/** The account of a row. Columns that are NULL are absent, never `null`, and columns of others are left out. */
export function accountFromRow(row: Fields): AdapterAccount {
  const account: Record<string, unknown> = {}
  for (const name of accountText) if (isSet(row[name])) account[name] = row[name]
  for (const name of accountNumbers) if (isSet(row[name])) account[name] = Number(row[name])
  if (isSet(row['authorization_details'])) account['authorization_details'] = row['authorization_details']
  // The columns that every table of accounts has are those that the type requires.
  return account as unknown as AdapterAccount
}

/** The session of a row, under the token that the browser has. Facts that are NULL are absent. */
export function sessionFromRow(row: Fields, sessionToken: string): AdapterSession {
  return {
    sessionToken,
    userId: String(row['userId']),
    expires: dateOf(row['expires']),
    ...metadataFromRow(row),
  }
}

function metadataFromRow(row: Fields): SessionFacts {
  const facts: Record<string, unknown> = {}
  for (const [name, kind] of metadataColumns) {
    const value = row[name]
    if (!isSet(value)) continue
    if (kind === 'text') facts[name] = String(value)
    // A column of an application may have the name, and hold anything.
    else if (!Number.isNaN(dateOf(value).getTime())) facts[name] = dateOf(value)
  }
  return facts
}

export function verificationTokenFromRow(row: Fields): VerificationToken {
  return {
    identifier: String(row['identifier']),
    token: String(row['token']),
    expires: dateOf(row['expires']),
  }
}

export function authenticatorFromRow(row: Fields): AdapterAuthenticator {
  const { transports, name } = row
  return {
    credentialID: String(row['credentialID']),
    userId: String(row['userId']),
    providerAccountId: String(row['providerAccountId']),
    credentialPublicKey: String(row['credentialPublicKey']),
    counter: Number(row['counter']),
    credentialDeviceType: String(row['credentialDeviceType']),
    credentialBackedUp: Boolean(row['credentialBackedUp']),
    transports: isSet(transports) ? String(transports) : null,
    name: isSet(name) ? String(name) : null,
  }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

function dateOf(value: unknown): Date {
  return value instanceof Date ? value : new Date(value as string | number)
}
