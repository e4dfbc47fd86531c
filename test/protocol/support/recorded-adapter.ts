import { expect } from 'vitest'
import { type MemoryAdapter, memory } from '../../../src/adapters/memory.js'

/** An adapter that remembers who and what was stored through it. */
export interface RecordedAdapter extends MemoryAdapter {
  readonly users: ReadonlySet<string>
  /** G6: nobody who could never sign in, nothing that points to nobody, no account twice. */
  check(): void
}

export function recordedAdapter(): RecordedAdapter {
  const adapter = memory()
  const users = new Set<string>()
  const accounts: { key: string; userId: string }[] = []
  return {
    ...adapter,
    users,
    async createUser(data) {
      const user = await adapter.createUser(data)
      users.add(user.id)
      return user
    },
    async deleteUser(id) {
      users.delete(id)
      return adapter.deleteUser(id)
    },
    async linkAccount(account) {
      const linked = await adapter.linkAccount(account)
      accounts.push({
        key: JSON.stringify([account.provider, account.providerAccountId]),
        userId: account.userId,
      })
      return linked
    },
    check() {
      const owners = accounts.map(({ userId }) => userId)
      for (const id of users) expect(owners, 'G6: a user without an account').toContain(id)
      for (const id of owners) expect([...users], 'G6: an account without a user').toContain(id)
      const keys = accounts.map(({ key }) => key)
      expect(new Set(keys).size, 'G6: an account twice').toBe(keys.length)
    },
  }
}
