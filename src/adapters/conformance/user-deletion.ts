import { expectEqual, expectFields, expectNothing } from './expect.js'
import { newAccount, newUser, storeUser } from './fixtures.js'
import type { ConformanceGroup } from './group.js'
import { SOON } from './timeouts.js'

/** Users who are deleted, with all that is theirs. */
export const userDeletion: ConformanceGroup = {
  methods: [
    'createUser',
    'getUser',
    'getUserByEmail',
    'linkAccount',
    'getUserByAccount',
    'createSession',
    'getSessionAndUser',
    'deleteUser',
  ],
  timeout: SOON,
  cases: {
    async 'deleteUser takes accounts and sessions along'(adapter) {
      const { user, account, session } = await storeUser(adapter)
      await adapter.deleteUser(user.id)
      expectNothing(await adapter.getUser(user.id), 'getUser')
      expectNothing(await adapter.getUserByEmail(user.email ?? ''), 'getUserByEmail')
      expectNothing(await adapter.getUserByAccount(account), 'getUserByAccount')
      expectNothing(await adapter.getSessionAndUser(session.sessionToken), 'getSessionAndUser')
    },
    async 'after deleteUser the address and the account are free'(adapter) {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      await adapter.linkAccount(account)
      await adapter.deleteUser(user.id)
      const next = await adapter.createUser(newUser({ email: user.email }))
      await adapter.linkAccount({ ...account, userId: next.id })
      expectFields(await adapter.getUserByAccount(account), { id: next.id }, 'getUserByAccount')
    },
    async 'deleteUser leaves everybody else'(adapter) {
      const user = await adapter.createUser(newUser())
      const { user: other, account, session } = await storeUser(adapter)
      await adapter.deleteUser(user.id)
      expectEqual(await adapter.getUserByAccount(account), other, 'getUserByAccount')
      expectFields((await adapter.getSessionAndUser(session.sessionToken))?.user, other, 'getSessionAndUser')
    },
  },
}
