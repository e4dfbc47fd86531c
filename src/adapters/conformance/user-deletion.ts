import { expectEqual, expectFields, expectNothing } from './expect.js'
import { newAccount, newUser, storeUser } from './fixtures.js'
import { type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export const userDeletion: ConformanceGroup = {
  methods: ['createUser', 'getUser', 'getUserByEmail', 'linkAccount', 'getUserByAccount', 'deleteUser'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'deleteUser deletes the user and the accounts of the user'(adapter) {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      await adapter.linkAccount(account)
      await adapter.deleteUser(user.id)
      expectNothing(await adapter.getUser(user.id), 'getUser')
      expectNothing(await adapter.getUserByEmail(user.email ?? ''), 'getUserByEmail')
      expectNothing(await adapter.getUserByAccount(account), 'getUserByAccount')
    },
    async 'after deleteUser, the e-mail address and the account can be used again'(adapter) {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      await adapter.linkAccount(account)
      await adapter.deleteUser(user.id)
      const next = await adapter.createUser(newUser({ email: user.email }))
      await adapter.linkAccount({ ...account, userId: next.id })
      expectFields(await adapter.getUserByAccount(account), { id: next.id }, 'getUserByAccount')
    },
    async 'deleteUser does not change other users'(adapter) {
      const [user, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const account = newAccount(other.id)
      await adapter.linkAccount(account)
      await adapter.deleteUser(user.id)
      expectEqual(await adapter.getUserByAccount(account), other, 'getUserByAccount')
    },
  },
  withSessions: {
    methods: ['createSession', 'getSessionAndUser'],
    cases: {
      async 'deleteUser deletes the sessions of that user only'(adapter) {
        const { user, session } = await storeUser(adapter)
        const { user: other, session: kept } = await storeUser(adapter)
        await adapter.deleteUser(user.id)
        expectNothing(await adapter.getSessionAndUser(session.sessionToken), 'getSessionAndUser')
        expectFields((await adapter.getSessionAndUser(kept.sessionToken))?.user, other, 'getSessionAndUser')
      },
    },
  },
}
