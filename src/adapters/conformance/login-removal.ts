import { expectEqual, expectFields, expectNothing } from './expect.js'
import { newAccount, newSession, newUser, unknownIds } from './fixtures.js'
import { type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export const loginRemoval: ConformanceGroup = {
  methods: [
    'createUser',
    'getUser',
    'linkAccount',
    'getUserByAccount',
    'createSession',
    'getSessionAndUser',
    'deleteLoginsByUserId',
  ],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'deleteLoginsByUserId deletes accounts and sessions, and keeps the user'(adapter) {
      const user = await adapter.createUser(newUser())
      const [first, second] = [newAccount(user.id), newAccount(user.id)]
      const session = newSession(user.id)
      await adapter.linkAccount(first)
      await adapter.linkAccount(second)
      await adapter.createSession(session)
      await adapter.deleteLoginsByUserId(user.id)
      expectNothing(await adapter.getUserByAccount(first), 'getUserByAccount')
      expectNothing(await adapter.getUserByAccount(second), 'getUserByAccount')
      expectNothing(await adapter.getSessionAndUser(session.sessionToken), 'getSessionAndUser')
      expectEqual(await adapter.getUser(user.id), user, 'getUser')
    },
    async 'deleteLoginsByUserId does not change other users'(adapter, { ids }) {
      const [user, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const account = newAccount(other.id)
      const session = newSession(other.id)
      await adapter.linkAccount(account)
      await adapter.createSession(session)
      for (const userId of [user.id, ...unknownIds(ids)]) await adapter.deleteLoginsByUserId(userId)
      expectEqual(await adapter.getUserByAccount(account), other, 'getUserByAccount')
      expectFields((await adapter.getSessionAndUser(session.sessionToken))?.user, other, 'getSessionAndUser')
    },
  },
}
