import { reachOf } from '#reach'
import { AdapterError } from '../errors.js'
import { EXPIRY_MARGIN_MS } from '../model/expiry-margin.js'
import { checkArguments } from './check-arguments.js'
import type { CompleteAdapter } from './complete-adapter.js'
import type {
  AccountKey,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterPassword,
  AdapterSession,
  AdapterSessionInfo,
  AdapterUser,
  FactsStorage,
  PasswordKey,
  VerificationToken,
} from './contract.js'
import { refusals } from './refusals.js'
import { hashed } from './relational/session-token.js'
import { withoutUndefined } from './relational/without-undefined.js'
import { requireBatch } from './require-batch.js'

export type { CompleteAdapter } from './complete-adapter.js'
export type { SessionManagement } from './session-management.js'

/** Result of {@link memory}. `Fields` are your own fields of a user. */
export interface MemoryAdapter<Fields = {}> extends CompleteAdapter<Fields> {}

/** Options of {@link memory}. */
export interface MemoryOptions<Fields = {}> {
  /** Default values of your own fields for new users. Default: none. */
  user?: Partial<Fields>
}

/** The number of sessions and tokens after which expired ones are removed. */
const ROWS_PER_SWEEP = 1000

/**
 * Stores everything in the memory of this process: for tests and prototypes. The data is lost when the process ends, and other processes do
 * not see it. Sessions in it are refused on the edge, when the configuration is built.
 *
 * Every field of a user is stored, like in a database with the columns in `Fields`. Set a default in `user` for each field that is not
 * optional: a provider may not return it.
 *
 * Expired sessions and verification tokens are removed by `cleanup()`, and occasionally when a row is added, a day after they expired.
 *
 * @example
 * ```ts
 * import { memory } from 'authwright/adapters/memory'
 *
 * export const adapter = memory<{ role: 'member' | 'admin' }>({ user: { role: 'member' } })
 * ```
 */
export function memory<Fields = {}>(options: MemoryOptions<Fields> = {}): MemoryAdapter<Fields> {
  // biome-ignore lint/complexity/noArguments: what JavaScript gives beside the parameters is refused.
  checkArguments('memory(options)', arguments.length, options, ['user'])
  type StoredUser = AdapterUser & Fields

  const users = new Map<string, StoredUser>()
  const userIds = new Map<string, string>()
  const accounts = new Map<string, AdapterAccount>()
  const sessions = new Map<string, AdapterSession>()
  const tokens = new Map<string, VerificationToken>()
  const authenticators = new Map<string, AdapterAuthenticator>()
  const passwords = new Map<string, AdapterPassword>()
  const defaults = structuredClone(options.user ?? {})
  let added = 0

  function sweep(): void {
    if (++added < ROWS_PER_SWEEP) return
    added = 0
    removeExpired(sessions)
    removeExpired(tokens)
  }

  function requireUser(id: string): void {
    if (!users.has(id)) throw new AdapterError(refusals.noUser)
  }

  function sessionsOf(userId: string): AdapterSession[] {
    return [...sessions.values()].filter((session) => session.userId === userId)
  }

  function deleteRowsOf(userId: string): void {
    for (const rows of [accounts, sessions, authenticators, passwords] as Map<string, { userId: string }>[]) {
      for (const [key, row] of rows) if (row.userId === userId) rows.delete(key)
    }
  }

  function storeUser(user: StoredUser): StoredUser {
    const owner = user.email === null ? undefined : userIds.get(user.email)
    if (owner !== undefined && owner !== user.id) throw new AdapterError(refusals.emailTaken)
    const before = users.get(user.id)?.email
    if (before !== undefined && before !== null) userIds.delete(before)
    users.set(user.id, structuredClone(user))
    if (user.email !== null) userIds.set(user.email, user.id)
    return user
  }

  return {
    // On the edge, each function has its own memory, so a session may have been created in another one.
    ...reachOf('memory()'),
    ...({ sessionFacts: true } satisfies FactsStorage),
    async createUser(user) {
      const id = user.id ?? crypto.randomUUID()
      if (users.has(id)) throw new AdapterError(refusals.idTaken)
      const blank = { name: null, email: null, emailVerified: null, image: null }
      // The type `Fields` promises that defaults and given fields are complete. Only the caller can ensure it.
      const stored = { ...blank, ...defaults, ...withoutUndefined(user), id } as unknown as StoredUser
      return storeUser(structuredClone(stored))
    },
    async getUser(id) {
      return find(users, id)
    },
    async listUsers({ after, limit }) {
      const ids = [...users.keys()].filter((id) => after === undefined || id > after).sort()
      return ids.slice(0, limit).flatMap((id) => find(users, id) ?? [])
    },
    async getUserByEmail(email) {
      return find(users, userIds.get(email))
    },
    async getUserByAccount(account) {
      return find(users, accounts.get(accountKey(account))?.userId)
    },
    async updateUser(user) {
      requireUser(user.id)
      const before = users.get(user.id)
      // A changed e-mail address is unverified, unless the caller says otherwise.
      const isChanged = user.email !== undefined && user.email !== before?.email
      const proof = isChanged && { emailVerified: null }
      return storeUser(structuredClone({ ...before, ...proof, ...withoutUndefined(user) } as StoredUser))
    },
    async deleteUser(id) {
      const user = users.get(id)
      if (!user) return null
      users.delete(id)
      if (user.email !== null) userIds.delete(user.email)
      deleteRowsOf(id)
      return user
    },
    async deleteLoginsByUserId(userId) {
      deleteRowsOf(userId)
    },
    async linkAccount(account) {
      requireUser(account.userId)
      if (accounts.has(accountKey(account))) throw new AdapterError(refusals.accountTaken)
      accounts.set(accountKey(account), structuredClone(account))
      return structuredClone(account)
    },
    async unlinkAccount(account) {
      return take(accounts, accountKey(account))
    },
    async updateAccount(account) {
      const before = accounts.get(accountKey(account))
      if (before?.userId !== account.userId) return null
      const after = structuredClone({ ...before, ...withoutUndefined(account) })
      accounts.set(accountKey(account), after)
      return structuredClone(after)
    },
    async updateAccountIf(account, expected) {
      const before = accounts.get(accountKey(account))
      if (before?.userId !== account.userId || before.refresh_token !== expected) return false
      accounts.set(accountKey(account), structuredClone({ ...before, ...withoutUndefined(account) }))
      return true
    },
    async listAccountsByUserId(userId) {
      return structuredClone([...accounts.values()].filter((account) => account.userId === userId))
    },
    async getAccount(providerAccountId, provider) {
      return find(accounts, accountKey({ provider, providerAccountId }))
    },
    async createSession(session) {
      requireUser(session.userId)
      if (sessions.has(session.sessionToken)) throw new AdapterError(refusals.sessionTaken)
      sweep()
      sessions.set(session.sessionToken, structuredClone(session))
      return structuredClone(session)
    },
    async getSessionAndUser(sessionToken) {
      const session = find(sessions, sessionToken)
      const user = session && find(users, session.userId)
      return session && user && { session, user }
    },
    async updateSession(session) {
      const before = sessions.get(session.sessionToken)
      if (!before) return null
      const after = structuredClone({ ...before, ...withoutUndefined(session) })
      requireUser(after.userId)
      sessions.set(session.sessionToken, after)
      return structuredClone(after)
    },
    async deleteSession(sessionToken) {
      return take(sessions, sessionToken)
    },
    async listSessionsByUserId(userId) {
      return Promise.all(sessionsOf(userId).map(infoOf))
    },
    async deleteSessionById(id) {
      for (const session of [...sessions.values()]) {
        const info = await infoOf(session)
        if (info.id === id && sessions.delete(session.sessionToken)) return info
      }
      return null
    },
    async deleteSessionsByUserId(userId) {
      const own = sessionsOf(userId)
      for (const { sessionToken } of own) sessions.delete(sessionToken)
      return own.length
    },
    async createVerificationToken(token) {
      if (tokens.has(tokenKey(token))) throw new AdapterError(refusals.tokenTaken)
      sweep()
      tokens.set(tokenKey(token), structuredClone(token))
      return structuredClone(token)
    },
    async useVerificationToken(token) {
      return take(tokens, tokenKey(token))
    },
    async createAuthenticator(authenticator) {
      requireUser(authenticator.userId)
      if (authenticators.has(authenticator.credentialID)) throw new AdapterError(refusals.authenticatorTaken)
      authenticators.set(authenticator.credentialID, structuredClone(authenticator))
      return structuredClone(authenticator)
    },
    async getAuthenticator(credentialID) {
      return find(authenticators, credentialID)
    },
    async listAuthenticatorsByUserId(userId) {
      const own = [...authenticators.values()].filter((authenticator) => authenticator.userId === userId)
      return structuredClone(own)
    },
    async updateAuthenticatorCounter(credentialID, counter) {
      const authenticator = authenticators.get(credentialID)
      if (!authenticator) throw new AdapterError(refusals.noAuthenticator)
      authenticator.counter = counter
      return structuredClone(authenticator)
    },
    async updateAuthenticatorName(credentialID, name) {
      const authenticator = authenticators.get(credentialID)
      if (!authenticator) throw new AdapterError(refusals.noAuthenticator)
      authenticator.name = name
      return structuredClone(authenticator)
    },
    async deleteAuthenticator(credentialID) {
      return take(authenticators, credentialID)
    },
    async getPassword(key) {
      return find(passwords, passwordKey(key))
    },
    async setPasswordIf({ userId, tenant, hash, epoch, changedAt }, expected) {
      const key = passwordKey({ userId, tenant })
      if (expected === null) requireUser(userId)
      if ((passwords.get(key)?.epoch ?? null) !== expected) return false
      passwords.set(key, structuredClone({ userId, tenant, hash, epoch, changedAt }))
      return true
    },
    async deletePasswordIf(key, expected) {
      return passwords.get(passwordKey(key))?.epoch === expected && passwords.delete(passwordKey(key))
    },
    async cleanup({ batch = 1 } = {}) {
      requireBatch(batch)
      return { sessions: removeExpired(sessions), verificationTokens: removeExpired(tokens) }
    },
  }
}

async function infoOf({ sessionToken, ...row }: AdapterSession): Promise<AdapterSessionInfo> {
  return { id: await hashed(sessionToken), ...structuredClone(row) }
}

function find<Row>(rows: Map<string, Row>, key: string | undefined): Row | null {
  const row = key === undefined ? undefined : rows.get(key)
  return row === undefined ? null : structuredClone(row)
}

function take<Row>(rows: Map<string, Row>, key: string): Row | null {
  const row = rows.get(key)
  rows.delete(key)
  return row ?? null
}

/** Removes rows that expired a day ago or earlier. Returns their number. */
function removeExpired(rows: Map<string, { expires: Date }>): number {
  const before = rows.size
  const end = Date.now() - EXPIRY_MARGIN_MS
  for (const [key, row] of rows) if (row.expires.getTime() <= end) rows.delete(key)
  return before - rows.size
}

function accountKey({ provider, providerAccountId }: AccountKey): string {
  return JSON.stringify([provider, providerAccountId])
}

function passwordKey({ userId, tenant }: PasswordKey): string {
  return JSON.stringify([userId, tenant])
}

function tokenKey({ identifier, token }: { identifier: string; token: string }): string {
  return JSON.stringify([identifier, token])
}
