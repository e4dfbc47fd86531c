import { describe, expect, it } from 'vitest'
import { adapterConformance, type ConformanceOptions } from '../../src/adapters/conformance.js'
import type {
  Adapter,
  AdapterAuthenticator,
  AdapterUser,
  VerificationToken,
} from '../../src/adapters/contract.js'
import { type MemoryAdapter, memory } from '../../src/adapters/memory.js'

/** The names and error messages of the cases that fail for a memory adapter with these changes. */
async function failures(
  change: (adapter: MemoryAdapter) => Partial<Adapter>,
  options: Omit<ConformanceOptions, 'adapter'> = {},
): Promise<Record<string, string>> {
  const base = memory()
  const adapter = { ...base, ...change(base) }
  const failed: Record<string, string> = {}
  for (const { name, run } of adapterConformance({ ...options, adapter: () => adapter })) {
    await run().catch((error: Error) => {
      failed[name] = error.message
    })
  }
  return failed
}

describe('adapterConformance', () => {
  it('adapterConformance passes a correct adapter', async () => {
    expect(await failures(() => ({}), { user: { role: 'admin' } })).toEqual({})
  })

  it('all cases of adapterConformance have different names', () => {
    const names = adapterConformance({ adapter: () => memory(), user: {} }).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(60)
  })

  it('the types of adapterConformance accept methods that return values instead of promises', async () => {
    const adapter: Adapter = { getUser: () => null }
    const [first] = adapterConformance({ adapter: () => adapter })
    await expect(first?.run()).rejects.toThrow('The adapter has no createUser, getUserByEmail, updateUser.')
  })

  it('adapterConformance reports a missing method by name, and suggests the option `without`', async () => {
    const failed = await failures(({ createAuthenticator: _, ...rest }) => ({
      ...rest,
      createAuthenticator: undefined as never,
    }))
    const messages = new Set(Object.values(failed))
    expect([...messages]).toEqual([
      'The adapter has no createAuthenticator. Add what is missing, or pass "webauthn" in "without".',
    ])
  })

  it('adapterConformance skips the parts that are listed in `without`', () => {
    const names = adapterConformance({ adapter: () => memory(), without: ['webauthn', 'milliseconds'] })
    expect(names.filter(({ name }) => /^(webauthn|milliseconds):/.test(name))).toEqual([])
  })

  it('adapterConformance passes an adapter that lists users and stores passwords, but deletes no users', async () => {
    const lacking = () => ({ deleteUser: undefined as never, deleteLoginsByUserId: undefined as never })
    expect(
      await failures(lacking, { with: ['passwords', 'userListing'], without: ['userDeletion'] }),
    ).toEqual({})
  })

  it('adapterConformance passes an adapter that stores no sessions', async () => {
    const lacking = () => ({
      createSession: undefined as never,
      getSessionAndUser: undefined as never,
      updateSession: undefined as never,
      deleteSession: undefined as never,
    })
    expect(
      await failures(lacking, {
        with: ['loginRemoval', 'passwords'],
        without: ['sessions', 'milliseconds', 'expiry'],
        user: { role: 'admin' },
      }),
    ).toEqual({})
  })

  it('adapterConformance tests optional features only if they are enabled in its options', async () => {
    const token = (adapter: MemoryAdapter): Partial<Adapter> => ({
      async listSessionsByUserId(userId) {
        const [known] = await adapter.listSessionsByUserId(userId)
        return known ? [{ ...known, id: 'the-token' }] : []
      },
    })
    expect(await failures(token)).toEqual({})
    expect(Object.keys(await failures(token, { with: ['sessionManagement'], many: 30 }))).toEqual([
      'sessionManagement: listSessionsByUserId returns the sessions of that user only',
      'many sessions: thousands of sessions of one user are listed and deleted',
    ])
  })

  it.each<[string, (users: AdapterUser[], after: string) => AdapterUser[]]>([
    ['ignores `after`', (users) => users],
    ['includes the user of `after`', (users, after) => users.filter(({ id }) => id >= after)],
  ])('adapterConformance fails for a listUsers that %s', async (_, from) => {
    const listing = (adapter: MemoryAdapter): Partial<Adapter> => ({
      async listUsers({ limit, after }) {
        const users = await adapter.listUsers({ limit: 100_000 })
        return (after === undefined ? users : from(users, after)).slice(0, limit)
      },
    })
    const failed = await failures(listing, { with: ['userListing'] })
    expect(failed['userListing: listUsers returns every user once, whatever the limit is']).toContain(
      'return only those whose id comes after `after`.',
    )
  })

  it('adapterConformance reports that listUsers leaves out a user', async () => {
    const failed = await failures(() => ({ listUsers: async () => [] }), { with: ['userListing'] })
    expect(failed['userListing: listUsers continues after a user who has been deleted']).toBe(
      'listUsers returned none of the users that were created.',
    )
  })

  it('adapterConformance reports a transaction that stores writes although its callback failed', async () => {
    const halfway = (adapter: MemoryAdapter): Partial<Adapter> => ({
      inTransaction: (work) => work(adapter),
    })
    expect(Object.keys(await failures(halfway, { with: ['transactions'] }))).toEqual([
      'transactions: inTransaction rolls back and rethrows the error if its callback throws',
      'transactions: inTransaction rolls back if the database rejects a row',
      'transactions: twenty concurrent transactions for the same account create one user',
    ])
    const hushed = (adapter: MemoryAdapter): Partial<Adapter> => ({
      async inTransaction<Result>(work: (inside: Adapter) => Promise<Result>) {
        return work(adapter).catch(() => undefined as Result)
      },
    })
    expect(await failures(hushed, { with: ['transactions'] })).toMatchObject({
      'transactions: inTransaction rolls back and rethrows the error if its callback throws':
        'inTransaction: did not rethrow the error of its callback.',
    })
  })

  it('adapterConformance reports a transaction that is rolled back without an error', async () => {
    const aborted = (adapter: MemoryAdapter): Partial<Adapter> => ({
      async inTransaction(work) {
        const created: string[] = []
        let isAborted = false
        const result = await work({
          ...adapter,
          async createUser(user) {
            const stored = await adapter.createUser(user)
            created.push(stored.id)
            return stored
          },
          async linkAccount(account) {
            await adapter.linkAccount(account).catch((error: unknown) => {
              isAborted = true
              throw error
            })
          },
        })
        if (isAborted) for (const id of created) await adapter.deleteUser(id)
        return result
      },
    })
    expect(await failures(aborted, { with: ['transactions'] })).toMatchObject({
      'transactions: inTransaction resolves only if the writes are stored, even if its callback catches an error':
        expect.stringContaining('whether the user is stored'),
    })
  })

  it('adapterConformance finds an adapter that replaces a password without comparing `epoch`', async () => {
    const careless = (adapter: MemoryAdapter): Partial<Adapter> => ({
      async setPasswordIf(password, expected) {
        const before = await adapter.getPassword(password)
        if ((before === null) !== (expected === null)) return false
        return adapter.setPasswordIf(password, before?.epoch ?? null)
      },
    })
    expect(Object.keys(await failures(careless, { with: ['passwords'] }))).toEqual([
      'passwords: setPasswordIf replaces a password only if `epoch` is the expected value',
      'passwords: the `epoch` of one user cannot be used to change the password of another user',
    ])
  })

  it('adapterConformance finds an adapter that deletes the logins of a user, but not the password', async () => {
    const keeping = (adapter: MemoryAdapter): Partial<Adapter> => ({
      async deleteLoginsByUserId(userId) {
        const password = await adapter.getPassword({ userId, tenant: 'acme' })
        await adapter.deleteLoginsByUserId(userId)
        if (password) await adapter.setPasswordIf(password, null)
      },
    })
    expect(Object.keys(await failures(keeping, { with: ['passwords'] }))).toEqual([
      'passwords: deleteLoginsByUserId and deleteUser also delete the passwords of the user',
    ])
  })

  it('adapterConformance sets a longer timeout only for the case with thousands of sessions', () => {
    const cases = adapterConformance({ adapter: () => memory(), with: ['sessionManagement'] })
    const slow = cases.filter(({ timeout }) => timeout > 30_000).map(({ name }) => name)
    expect(slow).toEqual(['many sessions: thousands of sessions of one user are listed and deleted'])
  })

  it('adapterConformance accepts an adapter with integer user ids', async () => {
    let last = 0
    const counting = (adapter: MemoryAdapter): Partial<Adapter> => {
      const numbers = new Map<unknown, string>()
      const outside = <Row extends { id: string }>(user: Row | null): Row | null =>
        user && { ...user, id: [...numbers].find(([, id]) => id === user.id)?.[0] as string }
      const inside = (id: unknown): string => {
        if (!Number.isInteger(Number(id))) throw new Error('invalid input syntax for type integer')
        return numbers.get(Number(id)) ?? 'nobody'
      }
      return {
        async createUser(user) {
          const created = await adapter.createUser(user)
          numbers.set(++last, created.id)
          return outside(created) as typeof created
        },
        getUser: async (id) => outside(await adapter.getUser(inside(id))),
        getUserByEmail: async (email) => outside(await adapter.getUserByEmail(email)),
        updateUser: async (user) =>
          outside(await adapter.updateUser({ ...user, id: inside(user.id) })) as AdapterUser,
        linkAccount: (account) => adapter.linkAccount({ ...account, userId: inside(account.userId) }),
        getUserByAccount: async (account) => outside(await adapter.getUserByAccount(account)),
        createSession: (session) => adapter.createSession({ ...session, userId: inside(session.userId) }),
        async getSessionAndUser(token) {
          const found = await adapter.getSessionAndUser(token)
          return found && { ...found, user: outside(found.user) as typeof found.user }
        },
        deleteLoginsByUserId: (id) => adapter.deleteLoginsByUserId(inside(id)),
        listAuthenticatorsByUserId: (id) => adapter.listAuthenticatorsByUserId(inside(id)),
      }
    }
    const tested =
      /^(?:users|loginRemoval):|^webauthn: listAuthenticatorsByUserId returns an empty array for a user without/
    const failed = async (ids: 'text' | 'numbers') =>
      Object.keys(await failures(counting, { ids, with: ['loginRemoval'] })).filter((name) =>
        tested.test(name),
      )
    expect(await failed('numbers')).toEqual([])
    expect(await failed('text')).toEqual([
      'users: createUser returns the stored user with an id',
      'users: getUser and getUserByEmail return null for unknown users',
      'webauthn: listAuthenticatorsByUserId returns an empty array for a user without passkeys',
      'loginRemoval: deleteLoginsByUserId does not change other users',
    ])
  })

  describe('with a database that fails', () => {
    /** A memory adapter whose database access number `call` fails, with some methods replaced. */
    const over =
      (adapter: Required<Adapter>, change: (flaky: Required<Adapter>, use: () => void) => Partial<Adapter>) =>
      (call: number) => {
        let uses = 0
        const use = (): void => {
          if (++uses === call) throw new Error('connection lost')
        }
        const entries = Object.entries(adapter).map(([name, method]) => [
          name,
          (...args: unknown[]) => {
            use()
            return (method as (...args: unknown[]) => unknown)(...args)
          },
        ])
        const flaky = Object.fromEntries(entries) as Required<Adapter>
        return { adapter: { ...flaky, ...change(adapter, use) }, failed: () => uses >= call }
      }

    async function faultFailures(
      change: (flaky: Required<Adapter>, use: () => void) => Partial<Adapter>,
      sound = memory() as unknown as Required<Adapter>,
      without: ConformanceOptions['without'] = [],
      failing = sound,
    ): Promise<Record<string, string>> {
      const failed: Record<string, string> = {}
      const cases = adapterConformance({ adapter: () => sound, faulty: over(failing, change), without })
      for (const { name, run } of cases.filter(({ name }) => name.startsWith('faults'))) {
        await run().catch((error: Error) => {
          failed[name] = error.message
        })
      }
      return failed
    }

    it('adapterConformance passes an adapter that stores everything or nothing when the database fails', async () => {
      expect(await faultFailures(() => ({}))).toEqual({})
    })

    it.each<[part: 'sessions' | 'userDeletion' | 'verificationTokens', methods: string[]]>([
      ['sessions', ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession']],
      ['userDeletion', ['deleteUser']],
      ['verificationTokens', ['createVerificationToken', 'useVerificationToken']],
    ])(
      'adapterConformance with `faulty` skips missing methods of a part in `without`: %s',
      async (part, methods) => {
        const kept = Object.entries(memory()).filter(([name]) => !methods.includes(name))
        const sound = Object.fromEntries(kept) as unknown as Required<Adapter>
        expect(await faultFailures(() => ({}), sound, [part])).toEqual({})
      },
    )

    it('adapterConformance does not mention a failed database if the adapter of `faulty` uses another database', async () => {
      const other = memory() as unknown as Required<Adapter>
      expect(await faultFailures(() => ({}), undefined, [], other)).toEqual({
        'faults: a read rejects or returns the row if the database fails': 'getUser: returned nothing.',
        'faults: createUser can be repeated after a failure, because it stores no e-mail address without the user':
          'createUser: returned a user who is not stored.',
        'faults of sessions: getSessionAndUser rejects or returns the row if the database fails':
          'getSessionAndUser: returned nothing.',
        'faults of user deletion: deleteUser removes everything or nothing if the database fails, and can be repeated':
          'deleteUser: returned without deleting the user.',
      })
    })

    it.each<[string, (flaky: Required<Adapter>, use: () => void) => Partial<Adapter>, string, string]>([
      [
        'a session that counts as ended',
        (adapter, use) => ({
          getSessionAndUser: async (token) => {
            try {
              use()
              return await adapter.getSessionAndUser(token)
            } catch {
              return null
            }
          },
        }),
        'faults of sessions: getSessionAndUser rejects or returns the row if the database fails',
        'getSessionAndUser: returned nothing when the database failed.',
      ],
      [
        'a deletion of a user that stops in the middle',
        (adapter, use) => ({
          deleteUser: async (id) => {
            use()
            for (const { id: session } of await adapter.listSessionsByUserId(id)) {
              await adapter.deleteSessionById(session)
            }
            use()
            await adapter.deleteUser(id)
          },
        }),
        'faults of user deletion: deleteUser removes everything or nothing if the database fails, and can be repeated',
        'deleteUser: left 2 of 3 rows when the database failed.',
      ],
      [
        'a linkAccount that hides its failure',
        (adapter, use) => ({
          linkAccount: async (account) => {
            try {
              use()
              await adapter.linkAccount(account)
            } catch {}
          },
        }),
        'faults: linkAccount rejects if the account was not stored, and can be repeated',
        'linkAccount: returned without storing the account when the database failed.',
      ],
      [
        'a token that is returned although it could not be deleted',
        (adapter, use) => ({
          useVerificationToken: async (token) => {
            const found = await adapter.useVerificationToken(token)
            try {
              use()
            } catch {
              if (found) await adapter.createVerificationToken(found)
            }
            return found
          },
        }),
        'faults of verification tokens: useVerificationToken returns a token at most once, even if the database fails',
        'useVerificationToken: returned the token 2 times when the database failed.',
      ],
    ])('adapterConformance finds %s while the database fails', async (_name, change, expected, why) => {
      expect(await faultFailures(change)).toMatchObject({ [expected]: why })
    })
  })

  it.each<[string, (adapter: MemoryAdapter) => Partial<Adapter>, string]>([
    [
      'an e-mail address that is compared without its letter case',
      (adapter) => ({
        getUserByEmail: (email) => adapter.getUserByEmail(email.toLowerCase()),
      }),
      'users: getUserByEmail does not find an e-mail address that looks the same but differs',
    ],
    [
      'dates as strings',
      (adapter) => ({
        getUser: async (id) => JSON.parse(JSON.stringify(await adapter.getUser(id))),
      }),
      'users: emailVerified is returned as a Date',
    ],
    [
      'a token that is read before it is deleted',
      () => {
        const tokens = new Map<string, VerificationToken>()
        return {
          createVerificationToken: async (token) => {
            tokens.set(token.token, token)
            return token
          },
          useVerificationToken: async ({ token }) => {
            const found = tokens.get(token) ?? null
            await new Promise((resolve) => setTimeout(resolve, 1))
            tokens.delete(token)
            return found
          },
        }
      },
      'verificationTokens: exactly one of twenty concurrent useVerificationToken calls gets the token',
    ],
    [
      'a deleted user whose accounts stay',
      (adapter) => {
        const gone = new Set<string>()
        return {
          deleteUser: async (id) => void gone.add(id),
          getUser: (id) => (gone.has(id) ? null : adapter.getUser(id)),
        }
      },
      'userDeletion: deleteUser deletes the user and the accounts of the user',
    ],
    [
      'an account that is linked a second time',
      (adapter) => ({
        linkAccount: async (account) => {
          await adapter.unlinkAccount(account)
          await adapter.linkAccount(account)
        },
      }),
      'accounts: linkAccount rejects an account that is already linked',
    ],
    [
      'a counter that is updated for an unknown authenticator',
      (adapter) => ({
        updateAuthenticatorCounter: async (id, counter) => {
          if (await adapter.getAuthenticator(id)) return adapter.updateAuthenticatorCounter(id, counter)
          return { credentialID: id, counter } as AdapterAuthenticator
        },
      }),
      'webauthn: updateAuthenticatorCounter rejects an unknown credential',
    ],
    [
      'a rounded expiry',
      (adapter) => ({
        createSession: (session) =>
          adapter.createSession({
            ...session,
            expires: new Date(Math.floor(+session.expires / 1000) * 1000),
          }),
      }),
      'milliseconds: dates are stored with milliseconds',
    ],
    [
      'an expires_at of 32 bits',
      (adapter) => ({
        linkAccount: (account) =>
          adapter.linkAccount({ ...account, expires_at: account.expires_at && account.expires_at | 0 }),
      }),
      'accountReading: getAccount returns every stored field',
    ],
  ])('adapterConformance finds %s', async (_name, change, expected) => {
    expect(Object.keys(await failures(change))).toContain(expected)
  })

  it('adapterConformance finds custom columns that are dropped', async () => {
    const drop = ({ getSessionAndUser }: MemoryAdapter): Partial<Adapter> => ({
      getSessionAndUser: async (token) => {
        const found = await getSessionAndUser(token)
        if (found) Reflect.deleteProperty(found.user, 'role')
        return found
      },
    })
    expect(Object.keys(await failures(drop, { user: { role: 'admin' } }))).toContain(
      'user columns: your own columns are read with a session',
    )
  })
})
