import { expectEqual, expectFields, expectNothing } from './expect.js'
import { newAccount, newSession, newUser, unknownIds } from './fixtures.js'
import { type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export const loginRemoval: ConformanceGroup = {
  methods: ['createUser', 'getUser', 'linkAccount', 'getUserByAccount', 'deleteLoginsByUserId'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'deleteLoginsByUserId deletes the accounts, and keeps the user'(adapter) {
      const user = await adapter.createUser(newUser())
      const [first, second] = [newAccount(user.id), newAccount(user.id)]
      await adapter.linkAccount(first)
      await adapter.linkAccount(second)
      await adapter.deleteLoginsByUserId(user.id)
      expectNothing(await adapter.getUserByAccount(first), 'getUserByAccount')
      expectNothing(await adapter.getUserByAccount(second), 'getUserByAccount')
      expectEqual(await adapter.getUser(user.id), user, 'getUser')
    },
    async 'deleteLoginsByUserId does not change other users'(adapter, { ids }) {
      const [user, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const account = newAccount(other.id)
      await adapter.linkAccount(account)
      for (const userId of [user.id, ...unknownIds(ids)]) await adapter.deleteLoginsByUserId(userId)
      expectEqual(await adapter.getUserByAccount(account), other, 'getUserByAccount')
    },
  },
  withSessions: {
    methods: ['createSession', 'getSessionAndUser'],
    cases: {
      async 'deleteLoginsByUserId deletes the sessions of that user only'(adapter) {
        const [user, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
        const [deleted, kept] = [newSession(user.id), newSession(other.id)]
        for (const session of [deleted, kept]) await adapter.createSession(session)
        await adapter.deleteLoginsByUserId(user.id)
        expectNothing(await adapter.getSessionAndUser(deleted.sessionToken), 'getSessionAndUser')
        expectFields((await adapter.getSessionAndUser(kept.sessionToken))?.user, other, 'getSessionAndUser')
      },
    },
  },
}
