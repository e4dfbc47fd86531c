import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterPassword,
  AdapterSession,
  SessionFacts,
  VerificationToken,
} from '../contract.js'
import { dateOf, requireDate } from './dates.js'
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

// Some databases return 64-bit integers as strings.
const accountNumbers = ['expires_at', 'expires_in'] as const satisfies readonly (keyof AdapterAccount)[]

export function accountFromRow(row: Fields): AdapterAccount {
  const account: Record<string, unknown> = {}
  for (const name of accountText) if (isSet(row[name])) account[name] = row[name]
  for (const name of accountNumbers) if (isSet(row[name])) account[name] = Number(row[name])
  if (isSet(row['authorization_details'])) account['authorization_details'] = row['authorization_details']
  // The cast is correct, because all account tables have the columns that the type requires.
  return account as unknown as AdapterAccount
}

export function sessionFromRow(row: Fields, sessionToken: string): AdapterSession {
  return {
    sessionToken,
    userId: String(row['userId']),
    expires: requireDate('expires', row['expires']),
    ...metadataFromRow(row),
  }
}

function metadataFromRow(row: Fields): SessionFacts {
  const metadata: Record<string, unknown> = {}
  for (const [name, kind] of metadataColumns) {
    const value = row[name]
    if (!isSet(value)) continue
    const converted = kind === 'text' ? String(value) : dateOf(value)
    if (converted !== undefined) metadata[name] = converted
  }
  return metadata
}

export function verificationTokenFromRow(row: Fields): VerificationToken {
  return {
    identifier: String(row['identifier']),
    token: String(row['token']),
    expires: requireDate('expires', row['expires']),
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

export function passwordFromRow(row: Fields): AdapterPassword {
  return {
    userId: String(row['userId']),
    tenant: String(row['tenant']),
    hash: String(row['hash']),
    epoch: String(row['epoch']),
    changedAt: requireDate('changedAt', row['changedAt']),
  }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}
