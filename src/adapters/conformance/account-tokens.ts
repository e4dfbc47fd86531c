import { expectEqual, expectNothing, fail } from './expect.js'
import { newAccount, newUser, unique, unknownIds } from './fixtures.js'
import { type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export const accountListing: ConformanceGroup = {
  methods: ['createUser', 'linkAccount', 'listAccountsByUserId'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'listAccountsByUserId returns the accounts of that user only, with their tokens'(adapter) {
      const { id: userId } = await adapter.createUser(newUser())
      const { id: other } = await adapter.createUser(newUser())
      const own = [newAccount(userId), newAccount(userId, { provider: 'google' })]
      for (const account of [...own, newAccount(other)]) await adapter.linkAccount(account)
      expectEqual(byId(await adapter.listAccountsByUserId(userId)), byId(own), 'listAccountsByUserId')
    },
    async 'listAccountsByUserId returns an empty array for a user without accounts'(adapter, { ids }) {
      const { id } = await adapter.createUser(newUser())
      for (const userId of [id, ...unknownIds(ids)]) {
        expectEqual(await adapter.listAccountsByUserId(userId), [], 'listAccountsByUserId')
      }
    },
  },
}

const AT_ONCE = 20

export const accountLeases: ConformanceGroup = {
  methods: ['createUser', 'linkAccount', 'getAccount', 'updateAccountIf'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'updateAccountIf updates an account if the stored refresh token is the expected token'(adapter) {
      const { id: userId } = await adapter.createUser(newUser())
      const account = newAccount(userId)
      await adapter.linkAccount(account)
      const { provider, providerAccountId, type } = account
      const changes = { refresh_token: `refresh-${unique()}`, expires_at: 4_102_444_801 }
      const changed = { provider, providerAccountId, type, userId, ...changes }
      if (!(await adapter.updateAccountIf(changed, account.refresh_token ?? ''))) {
        fail('updateAccountIf', 'returned false although the refresh token was the expected one')
      }
      expectEqual(
        await adapter.getAccount(providerAccountId, provider),
        { ...account, ...changes },
        'getAccount',
      )
    },
    async 'updateAccountIf changes nothing if another refresh token or another user is stored'(adapter) {
      const { id: userId } = await adapter.createUser(newUser())
      const { id: other } = await adapter.createUser(newUser())
      const account = newAccount(userId)
      await adapter.linkAccount(account)
      const changed = { ...account, refresh_token: `refresh-${unique()}` }
      const expected = account.refresh_token ?? ''
      const wrongTokens = [unique(), '', changed.refresh_token]
      for (const refreshToken of wrongTokens) {
        if (await adapter.updateAccountIf(changed, refreshToken)) {
          fail('updateAccountIf', 'returned true although another refresh token is stored')
        }
      }
      if (await adapter.updateAccountIf({ ...changed, userId: other }, expected)) {
        fail('updateAccountIf', 'returned true although the account belongs to another user')
      }
      if (await adapter.updateAccountIf({ ...changed, providerAccountId: unique() }, expected)) {
        fail('updateAccountIf', 'returned true although there is no such account')
      }
      expectEqual(
        await adapter.getAccount(account.providerAccountId, account.provider),
        account,
        'getAccount',
      )
    },
    async 'exactly one of several concurrent updateAccountIf calls with the same expected refresh token succeeds'(
      adapter,
    ) {
      const { id: userId } = await adapter.createUser(newUser())
      const account = newAccount(userId)
      await adapter.linkAccount(account)
      const tokens = Array.from({ length: AT_ONCE }, () => `refresh-${unique()}`)
      const results = await Promise.all(
        tokens.map(async (refresh_token) =>
          adapter.updateAccountIf({ ...account, refresh_token }, account.refresh_token ?? ''),
        ),
      )
      const winners = tokens.filter((_, index) => results[index])
      if (winners.length !== 1)
        fail('updateAccountIf', `${winners.length} of ${AT_ONCE} calls succeeded, expected 1`)
      const stored = await adapter.getAccount(account.providerAccountId, account.provider)
      expectEqual(stored?.refresh_token, winners[0], 'getAccount')
    },
    async 'updateAccountIf changes nothing if the account has no refresh token'(adapter) {
      const { id: userId } = await adapter.createUser(newUser())
      const { refresh_token: _, ...account } = newAccount(userId)
      await adapter.linkAccount(account)
      for (const expected of ['', 'null', 'undefined']) {
        if (await adapter.updateAccountIf({ ...account, refresh_token: unique() }, expected)) {
          fail('updateAccountIf', 'returned true although no refresh token is stored')
        }
      }
      const stored = await adapter.getAccount(account.providerAccountId, account.provider)
      expectNothing(stored?.refresh_token ?? null, 'the refresh token')
    },
  },
}

function byId<Row extends { providerAccountId: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (a.providerAccountId < b.providerAccountId ? -1 : 1))
}
