import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterPassword,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '../contract.js'
import type { CaseSettings, CheckedAdapter } from './group.js'

const DAY_MS = 24 * 60 * 60 * 1000

export function unique(): string {
  return crypto.randomUUID()
}

/** Returns a date without milliseconds, because some databases do not store them. */
export function inDays(days: number): Date {
  return new Date(Math.floor((Date.now() + days * DAY_MS) / 1000) * 1000)
}

export function newUser(fields: Partial<AdapterUser> = {}): AdapterUser {
  const id = unique()
  return {
    id,
    name: 'Füller Test',
    email: `${id}@example.com`,
    emailVerified: inDays(-1),
    image: 'https://example.com/face.png',
    ...fields,
  }
}

export function newAccount(userId: string, fields: Partial<AdapterAccount> = {}): AdapterAccount {
  return {
    userId,
    type: 'oauth',
    provider: 'github',
    providerAccountId: unique(),
    access_token: `access-${unique()}`,
    refresh_token: `refresh-${unique()}`,
    id_token: `header.${'payload'.repeat(300)}.signature`,
    token_type: 'bearer',
    scope: 'openid profile:größe 中',
    session_state: 'state',
    // This time is after January 2038, so it does not fit into 32 bits.
    expires_at: 4_102_444_800,
    ...fields,
  }
}

export function newSession(userId: string, fields: Partial<AdapterSession> = {}): AdapterSession {
  return { sessionToken: unique(), userId, expires: inDays(7), ...fields }
}

export async function storeUser(
  adapter: CheckedAdapter,
): Promise<{ user: AdapterUser; account: AdapterAccount; session: AdapterSession }> {
  const user = await adapter.createUser(newUser())
  const account = newAccount(user.id)
  const session = newSession(user.id)
  await adapter.linkAccount(account)
  await adapter.createSession(session)
  return { user, account, session }
}

export function newVerificationToken(fields: Partial<VerificationToken> = {}): VerificationToken {
  return { identifier: `${unique()}@example.com`, token: unique(), expires: inDays(1), ...fields }
}

export function newAuthenticator(
  userId: string,
  fields: Partial<AdapterAuthenticator> = {},
): AdapterAuthenticator {
  return {
    userId,
    credentialID: btoa(unique()),
    providerAccountId: unique(),
    credentialPublicKey: btoa(unique()),
    counter: 0,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: true,
    transports: 'internal,hybrid',
    ...fields,
  }
}

export function newPassword(userId: string, fields: Partial<AdapterPassword> = {}): AdapterPassword {
  return {
    userId,
    tenant: '',
    // This hash is longer than any hash that Authwright creates.
    hash: `$argon2id$v=19$m=19456,t=2,p=1$${'c2FsdA'.repeat(20)}$${'a2V5'.repeat(60)}`,
    epoch: unique(),
    changedAt: inDays(-1),
    ...fields,
  }
}

export function lookAlikes(): readonly (readonly [string, string])[] {
  const pairs = [
    ['abc', 'ABC'],
    ['e\u0301', '\u00e9'],
    ['e', '\u00e9'],
    ['abc', '\uff41\uff42\uff43'],
    ['abc', 'abc '],
    ['ss', '\u00df'],
  ] as const
  const prefixed = pairs.map(([first, second]) => {
    const prefix = unique()
    return [`${prefix}-${first}`, `${prefix}-${second}`] as const
  })
  const digits = String(Math.floor(Math.random() * 1e15))
  return [...prefixed, [digits, `0${digits}`]]
}

export const unstoredStrings: readonly string[] = [
  'no-such-id',
  '',
  '%',
  '_',
  '*',
  "' OR '1'='1",
  '"; DROP TABLE users; --',
  '__proto__',
  'constructor',
  'toString',
  '[object Object]',
]

/** Ids that no user has. A store with numeric ids receives numbers only. */
export function unknownIds(ids: CaseSettings['ids']): readonly string[] {
  return ids === 'text' ? [unique(), ...unstoredStrings] : ['0', '-1', '2147483647']
}
