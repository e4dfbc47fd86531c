import type { AdapterAccount, AdapterSession, AdapterUser } from '../../src/adapters/contract.js'
import { type MemoryAdapter, memory } from '../../src/adapters/memory.js'
import { must } from './must.js'

/** An adapter that records the users and the rows that were stored through it. */
export interface RecordedAdapter extends MemoryAdapter {
  /** The ids of the users that were stored through it. */
  readonly users: ReadonlySet<string>
  /** The current rows, including users that `seed` has stored. */
  readonly rows: {
    readonly users: readonly AdapterUser[]
    readonly accounts: readonly AdapterAccount[]
    readonly sessions: readonly AdapterSession[]
  }
  /** Stores a user as the application does, not during a sign-in. */
  seed(user: Omit<AdapterUser, 'emailVerified'> & { emailVerified?: Date | null }): Promise<AdapterUser>
  /**
   * G6: every user can sign in, no row refers to a deleted row, and no account is stored twice. A user with a verified
   * e-mail address can sign in by mail.
   */
  check(): void
}

const keyOf = ({ provider, providerAccountId }: { provider: string; providerAccountId: string }): string =>
  JSON.stringify([provider, providerAccountId])

export function recordedAdapter(): RecordedAdapter {
  const adapter = memory()
  const made = new Set<string>()
  const users = new Map<string, AdapterUser>()
  const accounts: AdapterAccount[] = []
  const sessions = new Map<string, AdapterSession>()
  const dropAccounts = (gone: (account: AdapterAccount) => boolean): void => {
    accounts.splice(0, accounts.length, ...accounts.filter((account) => !gone(account)))
  }
  return {
    ...adapter,
    users: made,
    get rows() {
      return { users: [...users.values()], accounts: [...accounts], sessions: [...sessions.values()] }
    },
    async seed(data) {
      const user = await adapter.createUser({ emailVerified: null, ...data })
      users.set(user.id, user)
      return user
    },
    async createUser(data) {
      const user = await adapter.createUser(data)
      users.set(user.id, user)
      made.add(user.id)
      return user
    },
    async updateUser(data) {
      const user = await adapter.updateUser(data)
      users.set(user.id, user)
      return user
    },
    async deleteUser(id) {
      const user = await adapter.deleteUser(id)
      made.delete(id)
      users.delete(id)
      dropAccounts(({ userId }) => userId === id)
      for (const [token, { userId }] of sessions) if (userId === id) sessions.delete(token)
      return user
    },
    async deleteLoginsByUserId(id) {
      await adapter.deleteLoginsByUserId(id)
      dropAccounts(({ userId }) => userId === id)
      for (const [token, { userId }] of sessions) if (userId === id) sessions.delete(token)
    },
    async linkAccount(account) {
      const linked = await adapter.linkAccount(account)
      accounts.push(account)
      return linked
    },
    async unlinkAccount(key) {
      const account = await adapter.unlinkAccount(key)
      dropAccounts((other) => keyOf(other) === keyOf(key))
      return account
    },
    async createSession(session) {
      const created = await adapter.createSession(session)
      sessions.set(session.sessionToken, created)
      return created
    },
    async updateSession(session) {
      const updated = await adapter.updateSession(session)
      if (updated) sessions.set(session.sessionToken, updated)
      return updated
    },
    async deleteSession(token) {
      const session = await adapter.deleteSession(token)
      sessions.delete(token)
      return session
    },
    check() {
      const owners = new Set(accounts.map(({ userId }) => userId))
      for (const id of made) {
        must(owners.has(id) || users.get(id)?.emailVerified, `G6: a user without a way in: ${id}`)
      }
      for (const id of owners) must(users.has(id), `G6: an account without a user: ${id}`)
      for (const { userId } of sessions.values()) {
        must(users.has(userId), `G6: a session without a user: ${userId}`)
      }
      must(new Set(accounts.map(keyOf)).size === accounts.length, 'G6: an account twice')
    },
  }
}
