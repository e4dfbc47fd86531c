import { expectEqual, expectNothing } from './expect.js'
import { newAccount, newUser, storeUser } from './fixtures.js'
import { type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export const accountRemoval: ConformanceGroup = {
  methods: ['createUser', 'getUser', 'getUserByEmail', 'linkAccount', 'unlinkAccount', 'getUserByAccount'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'an account can be linked later to a user who was created without it'(adapter) {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      expectNothing(await adapter.getUserByAccount(account), 'getUserByAccount')
      expectEqual(await adapter.getUserByEmail(user.email ?? ''), user, 'getUserByEmail')
      await adapter.linkAccount(account)
      expectEqual(await adapter.getUserByAccount(account), user, 'getUserByAccount')
    },
    async 'a user whose last account is unlinked remains, and getUserByAccount returns null'(adapter) {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      await adapter.linkAccount(account)
      await adapter.unlinkAccount(account)
      expectNothing(await adapter.getUserByAccount(account), 'getUserByAccount')
      expectEqual(await adapter.getUser(user.id), user, 'getUser')
      expectEqual(await adapter.getUserByEmail(user.email ?? ''), user, 'getUserByEmail')
    },
    async 'an unlinked account can be linked to another user, and then belongs to that user only'(adapter) {
      const [before, after] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const account = newAccount(before.id)
      await adapter.linkAccount(account)
      await adapter.unlinkAccount(account)
      await adapter.linkAccount({ ...account, userId: after.id })
      expectEqual(await adapter.getUserByAccount(account), after, 'getUserByAccount')
      await adapter.unlinkAccount(account)
      expectNothing(await adapter.getUserByAccount(account), 'getUserByAccount')
    },
    async 'an unlinked account can be linked to the same user again'(adapter) {
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
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'a new user with the e-mail address and account of a deleted user is a different user'(adapter) {
      const { user: before, account, session } = await storeUser(adapter)
      await adapter.deleteUser(before.id)
      const after = await adapter.createUser(newUser({ email: before.email }))
      expectNothing(await adapter.getUserByAccount(account), 'getUserByAccount')
      await adapter.linkAccount({ ...account, userId: after.id })
      expectEqual(await adapter.getUserByAccount(account), after, 'getUserByAccount')
      expectEqual(await adapter.getUserByEmail(before.email ?? ''), after, 'getUserByEmail')
      expectNothing(await adapter.getSessionAndUser(session.sessionToken), 'getSessionAndUser')
    },
    async 'a former e-mail address of a user finds no user until another user has it'(adapter) {
      const user = await adapter.createUser(newUser())
      const previous = user.email ?? ''
      await adapter.updateUser({ id: user.id, email: newUser().email })
      expectNothing(await adapter.getUserByEmail(previous), 'getUserByEmail')
      const other = await adapter.createUser(newUser({ email: previous }))
      expectEqual(await adapter.getUserByEmail(previous), other, 'getUserByEmail')
    },
  },
}
