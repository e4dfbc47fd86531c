import { expectEqual, expectFields, expectNothing, expectRejection, fail } from './expect.js'
import { lookAlikes, newAccount, newUser, unique, unstoredStrings } from './fixtures.js'
import { type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export const accounts: ConformanceGroup = {
  methods: ['createUser', 'getUser', 'linkAccount', 'getUserByAccount'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'getUserByAccount finds the user'(adapter) {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      const linked = await adapter.linkAccount(account)
      if (linked) expectFields(linked, account, 'linkAccount')
      const { provider, providerAccountId } = account
      expectEqual(await adapter.getUserByAccount({ provider, providerAccountId }), user, 'getUserByAccount')
    },
    async 'getUserByAccount returns null unless provider and id both match'(adapter) {
      const user = await adapter.createUser(newUser())
      const { provider, providerAccountId } = newAccount(user.id)
      await adapter.linkAccount(newAccount(user.id, { provider, providerAccountId }))
      const others = [...unstoredStrings, unique()]
      for (const other of others) {
        const label = `getUserByAccount with ${JSON.stringify(other)}`
        expectNothing(await adapter.getUserByAccount({ provider, providerAccountId: other }), label)
        expectNothing(await adapter.getUserByAccount({ provider: other, providerAccountId }), label)
      }
    },
    async 'the same account id at two providers belongs to two users'(adapter) {
      const [first, second] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const providerAccountId = unique()
      await adapter.linkAccount(newAccount(first.id, { provider: 'github', providerAccountId }))
      await adapter.linkAccount(newAccount(second.id, { provider: 'gitlab', providerAccountId }))
      const found = await adapter.getUserByAccount({ provider: 'gitlab', providerAccountId })
      expectFields(found, { id: second.id }, 'getUserByAccount')
    },
    async 'account ids that look the same but differ belong to different users'(adapter) {
      for (const ids of lookAlikes()) {
        const userIds: string[] = []
        for (const providerAccountId of ids) {
          const { id } = await adapter.createUser(newUser())
          await adapter.linkAccount(newAccount(id, { providerAccountId }))
          userIds.push(id)
        }
        for (const [index, providerAccountId] of ids.entries()) {
          const found = await adapter.getUserByAccount({ provider: 'github', providerAccountId })
          expectFields(
            found,
            { id: userIds[index] },
            `getUserByAccount(${JSON.stringify(providerAccountId)})`,
          )
        }
      }
    },
    async 'getUserByAccount compares provider and id separately'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const key = unique()
      await adapter.linkAccount(newAccount(id, { provider: `${key}:a`, providerAccountId: 'b' }))
      const found = await adapter.getUserByAccount({ provider: key, providerAccountId: 'a:b' })
      expectNothing(found, 'getUserByAccount')
    },
    async 'a user can have several accounts'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const linked = [newAccount(id), newAccount(id), newAccount(id, { provider: 'google', type: 'oidc' })]
      for (const account of linked) await adapter.linkAccount(account)
      for (const { provider, providerAccountId } of linked) {
        const found = await adapter.getUserByAccount({ provider, providerAccountId })
        expectFields(found, { id }, 'getUserByAccount')
      }
    },
    async 'linkAccount rejects an account that is already linked'(adapter) {
      const [first, second] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const { provider, providerAccountId } = newAccount(first.id)
      await adapter.linkAccount(newAccount(first.id, { provider, providerAccountId }))
      const again = newAccount(second.id, { provider, providerAccountId })
      await expectRejection(() => adapter.linkAccount(again), 'linkAccount of a linked account')
      const found = await adapter.getUserByAccount({ provider, providerAccountId })
      expectFields(found, { id: first.id }, 'getUserByAccount')
    },
    async 'exactly one of two concurrent linkAccount calls for the same account succeeds'(adapter) {
      const [first, second] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const providerAccountId = unique()
      const links = [first, second].map(async ({ id }) =>
        adapter.linkAccount(newAccount(id, { providerAccountId })),
      )
      const linked = (await Promise.allSettled(links)).filter(({ status }) => status === 'fulfilled')
      if (linked.length !== 1) fail('linkAccount', `${linked.length} of 2 calls succeeded, expected 1`)
    },
    async 'an account can be stored without tokens'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const providerAccountId = unique()
      await adapter.linkAccount({ userId: id, type: 'webauthn', provider: 'passkey', providerAccountId })
      const found = await adapter.getUserByAccount({ provider: 'passkey', providerAccountId })
      expectFields(found, { id }, 'getUserByAccount')
    },
  },
}

export const accountReading: ConformanceGroup = {
  methods: ['createUser', 'linkAccount', 'getAccount'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'getAccount returns every stored field'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const account = newAccount(id)
      await adapter.linkAccount(account)
      const read = await adapter.getAccount(account.providerAccountId, account.provider)
      expectFields(read, account, 'getAccount')
    },
    async 'getAccount returns null unless provider and id both match'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const { provider, providerAccountId } = newAccount(id)
      await adapter.linkAccount(newAccount(id, { provider, providerAccountId }))
      expectNothing(await adapter.getAccount(unique(), unique()), 'getAccount with both wrong')
      expectNothing(await adapter.getAccount(providerAccountId, unique()), 'getAccount with a wrong provider')
      expectNothing(await adapter.getAccount(unique(), provider), 'getAccount with a wrong id')
    },
    async 'fields that were not stored are absent or null'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const account = { userId: id, type: 'oidc', provider: 'google', providerAccountId: unique() } as const
      await adapter.linkAccount({ ...account, access_token: undefined })
      const read = await adapter.getAccount(account.providerAccountId, account.provider)
      expectFields(
        read,
        { ...account, access_token: null, refresh_token: null, expires_at: null },
        'getAccount',
      )
    },
  },
}

export const accountUpdates: ConformanceGroup = {
  methods: ['createUser', 'linkAccount', 'getAccount', 'updateAccount'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'updateAccount stores new tokens'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const { provider, providerAccountId } = newAccount(id)
      await adapter.linkAccount(newAccount(id, { provider, providerAccountId }))
      const renewed = newAccount(id, {
        provider,
        providerAccountId,
        scope: 'more',
        expires_at: 4_200_000_000,
      })
      const updated = await adapter.updateAccount(renewed)
      if (updated) expectFields(updated, renewed, 'updateAccount')
      expectFields(await adapter.getAccount(providerAccountId, provider), renewed, 'getAccount')
    },
    async 'updateAccount keeps a refresh token that the provider did not send again'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const account = newAccount(id)
      const { provider, providerAccountId, refresh_token } = account
      await adapter.linkAccount(account)
      const renewed = { userId: id, type: 'oauth', provider, providerAccountId, access_token: 'new' } as const
      await adapter.updateAccount({ ...renewed, refresh_token: undefined })
      const read = await adapter.getAccount(providerAccountId, provider)
      expectFields(read, { ...renewed, refresh_token }, 'getAccount')
    },
    async 'updateAccount deletes an expiry that is null'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const account = newAccount(id)
      const { provider, providerAccountId } = account
      await adapter.linkAccount(account)
      await adapter.updateAccount({ ...account, expires_at: null })
      const read = await adapter.getAccount(providerAccountId, provider)
      expectFields(read, { ...account, expires_at: null }, 'getAccount')
    },
    async 'updateAccount changes no other account'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const [account, other] = [newAccount(id), newAccount(id)]
      await adapter.linkAccount(account)
      await adapter.linkAccount(other)
      await adapter.updateAccount({ ...account, access_token: 'new' })
      expectFields(await adapter.getAccount(other.providerAccountId, other.provider), other, 'getAccount')
    },
    async 'updateAccount neither creates an account nor moves it to another user'(adapter) {
      const [owner, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const account = newAccount(owner.id)
      await ignoreRejection(() => adapter.updateAccount(account))
      expectNothing(await adapter.getAccount(account.providerAccountId, account.provider), 'getAccount')
      await adapter.linkAccount(account)
      await ignoreRejection(() =>
        adapter.updateAccount({ ...account, userId: other.id, access_token: 'stolen' }),
      )
      expectFields(
        await adapter.getAccount(account.providerAccountId, account.provider),
        account,
        'getAccount',
      )
    },
  },
}

export const accountUnlinking: ConformanceGroup = {
  methods: ['createUser', 'getUser', 'linkAccount', 'getUserByAccount', 'unlinkAccount'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'unlinkAccount removes the account and leaves the user and other accounts'(adapter) {
      const user = await adapter.createUser(newUser())
      const [account, other] = [newAccount(user.id), newAccount(user.id)]
      await adapter.linkAccount(account)
      await adapter.linkAccount(other)
      const { provider, providerAccountId } = account
      await adapter.unlinkAccount({ provider, providerAccountId })
      expectNothing(await adapter.getUserByAccount({ provider, providerAccountId }), 'getUserByAccount')
      expectEqual(await adapter.getUserByAccount(other), user, 'getUserByAccount')
      expectEqual(await adapter.getUser(user.id), user, 'getUser')
    },
    async 'an account can be linked again after it was unlinked'(adapter) {
      const [first, second] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const { provider, providerAccountId } = newAccount(first.id)
      await adapter.linkAccount(newAccount(first.id, { provider, providerAccountId }))
      await adapter.unlinkAccount({ provider, providerAccountId })
      await adapter.linkAccount(newAccount(second.id, { provider, providerAccountId }))
      const found = await adapter.getUserByAccount({ provider, providerAccountId })
      expectFields(found, { id: second.id }, 'getUserByAccount')
    },
  },
}

async function ignoreRejection(run: () => unknown): Promise<void> {
  try {
    await run()
  } catch {
    // The error is ignored, because the case checks the stored data.
  }
}
