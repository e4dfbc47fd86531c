import { expectEqual, expectNothing } from './expect.js'
import { newAccount, newUser, storeUser } from './fixtures.js'
import type { ConformanceGroup } from './group.js'
import { SOON } from './timeouts.js'

/**
 * What a sign-in relies on where accounts are removed, linked again, or were never linked because the first sign-in was
 * interrupted: a user without an account is there, and no account leads to them.
 */
export const accountRemoval: ConformanceGroup = {
  methods: ['createUser', 'getUser', 'getUserByEmail', 'linkAccount', 'unlinkAccount', 'getUserByAccount'],
  timeout: SOON,
  cases: {
    async 'a first sign-in that ends before its account is linked leaves a user that can be linked later'(
      adapter,
    ) {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      expectNothing(await adapter.getUserByAccount(account), 'getUserByAccount')
      expectEqual(await adapter.getUserByEmail(user.email ?? ''), user, 'getUserByEmail')
      await adapter.linkAccount(account)
      expectEqual(await adapter.getUserByAccount(account), user, 'getUserByAccount')
    },
    async 'a user who loses the last account stays, and the account leads to no user'(adapter) {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      await adapter.linkAccount(account)
      await adapter.unlinkAccount(account)
      expectNothing(await adapter.getUserByAccount(account), 'getUserByAccount')
      expectEqual(await adapter.getUser(user.id), user, 'getUser')
      expectEqual(await adapter.getUserByEmail(user.email ?? ''), user, 'getUserByEmail')
    },
    async 'an account that was unlinked can be linked to another user, and leads to that user alone'(
      adapter,
    ) {
      const [before, after] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const account = newAccount(before.id)
      await adapter.linkAccount(account)
      await adapter.unlinkAccount(account)
      await adapter.linkAccount({ ...account, userId: after.id })
      expectEqual(await adapter.getUserByAccount(account), after, 'getUserByAccount')
      await adapter.unlinkAccount(account)
      expectNothing(await adapter.getUserByAccount(account), 'getUserByAccount')
    },
    async 'an account that was unlinked can be linked to the same user again'(adapter) {
      const user = await adapter.createUser(newUser())
      const [account, other] = [newAccount(user.id), newAccount(user.id)]
      await adapter.linkAccount(account)
      await adapter.linkAccount(other)
      for (let times = 0; times < 2; times++) {
        await adapter.unlinkAccount(account)
        expectNothing(await adapter.getUserByAccount(account), 'getUserByAccount')
        expectEqual(await adapter.getUserByAccount(other), user, 'getUserByAccount')
        await adapter.linkAccount(account)
        expectEqual(await adapter.getUserByAccount(account), user, 'getUserByAccount')
      }
    },
  },
}

/** What was removed with a user, or of one, leads nowhere. */
export const removedUsers: ConformanceGroup = {
  methods: [
    'createUser',
    'getUserByEmail',
    'updateUser',
    'deleteUser',
    'linkAccount',
    'getUserByAccount',
    'createSession',
    'getSessionAndUser',
  ],
  timeout: SOON,
  cases: {
    async 'a new user with the address and the account of a deleted one is another user'(adapter) {
      const { user: before, account, session } = await storeUser(adapter)
      await adapter.deleteUser(before.id)
      const after = await adapter.createUser(newUser({ email: before.email }))
      expectNothing(await adapter.getUserByAccount(account), 'getUserByAccount')
      await adapter.linkAccount({ ...account, userId: after.id })
      expectEqual(await adapter.getUserByAccount(account), after, 'getUserByAccount')
      expectEqual(await adapter.getUserByEmail(before.email ?? ''), after, 'getUserByEmail')
      expectNothing(await adapter.getSessionAndUser(session.sessionToken), 'getSessionAndUser')
    },
    async 'an address that was changed away leads to no user, or to its new one'(adapter) {
      const user = await adapter.createUser(newUser())
      const [old = '', now] = [user.email ?? '', newUser().email]
      await adapter.updateUser({ id: user.id, email: now })
      expectNothing(await adapter.getUserByEmail(old), 'getUserByEmail')
      const other = await adapter.createUser(newUser({ email: old }))
      expectEqual(await adapter.getUserByEmail(old), other, 'getUserByEmail')
    },
  },
}
