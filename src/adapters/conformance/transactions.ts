import type { AdapterAccount, AdapterUser } from '../contract.js'
import { expectEqual, expectNothing, expectRejection, fail } from './expect.js'
import { newAccount, newUser } from './fixtures.js'
import { type CheckedAdapter, type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export const transactions: ConformanceGroup = {
  methods: ['createUser', 'getUser', 'getUserByEmail', 'linkAccount', 'getUserByAccount', 'inTransaction'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'inTransaction commits the writes and returns the result of its callback'(adapter) {
      const account = newAccount('')
      const user = await storeBoth(adapter, newUser(), account)
      expectEqual(await adapter.getUserByAccount(account), user, 'getUserByAccount')
    },
    async 'inTransaction rolls back and rethrows the error if its callback throws'(adapter) {
      const user = newUser()
      const failure = new Error('The callback failed.')
      const work = adapter.inTransaction(async (inside) => {
        await (inside as CheckedAdapter).createUser(user)
        throw failure
      })
      const thrown = await work.catch((error: unknown) => error)
      if (thrown !== failure) fail('inTransaction', 'did not rethrow the error of its callback')
      expectNothing(await userOf(user, adapter), 'getUserByEmail')
    },
    async 'inTransaction rolls back if the database rejects a row'(adapter) {
      const owner = await adapter.createUser(newUser())
      const account = newAccount(owner.id)
      await adapter.linkAccount(account)
      const user = newUser()
      await expectRejection(
        () => storeBoth(adapter, user, account),
        'inTransaction with an account of another user',
      )
      expectNothing(await userOf(user, adapter), 'getUserByEmail')
      expectEqual(await adapter.getUserByAccount(account), owner, 'getUserByAccount')
    },
    async 'inTransaction resolves only if the writes are stored, even if its callback catches an error'(
      adapter,
    ) {
      const owner = await adapter.createUser(newUser())
      const account = newAccount(owner.id)
      await adapter.linkAccount(account)
      const user = newUser()
      const work = adapter.inTransaction(async (inside) => {
        await (inside as CheckedAdapter).createUser(user)
        try {
          await (inside as CheckedAdapter).linkAccount(account)
        } catch {}
      })
      const isResolved = await work.then(
        () => true,
        () => false,
      )
      const isStored = Boolean(await userOf(user, adapter))
      expectEqual(isStored, isResolved, 'whether the user is stored')
    },
    async 'twenty concurrent transactions for the same account create one user'(adapter) {
      const account = newAccount('')
      const users = Array.from({ length: 20 }, () => newUser())
      await Promise.allSettled(users.map((user) => storeBoth(adapter, user, account)))
      const found = await Promise.all(users.map((user) => userOf(user, adapter)))
      const stored = found.filter((user) => user)
      if (stored.length !== 1) fail('inTransaction', `stored ${stored.length} users, expected 1`)
      expectEqual(await adapter.getUserByAccount(account), stored[0], 'getUserByAccount')
    },
  },
}

function storeBoth(
  adapter: CheckedAdapter,
  user: AdapterUser,
  account: AdapterAccount,
): Promise<AdapterUser> {
  return adapter.inTransaction(async (inside) => {
    // An adapter may be an instance of a class, so its methods must be called on the adapter.
    const checked = inside as CheckedAdapter
    const stored = await checked.createUser(user)
    await checked.linkAccount({ ...account, userId: stored.id })
    return stored
  })
}

async function userOf({ email }: AdapterUser, adapter: CheckedAdapter): Promise<AdapterUser | null> {
  return adapter.getUserByEmail(email ?? '')
}
