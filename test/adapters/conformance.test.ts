import { describe, expect, it } from 'vitest'
import { adapterConformance, type ConformanceOptions } from '../../src/adapters/conformance.js'
import type { Adapter, AdapterAuthenticator } from '../../src/adapters/contract.js'
import { memory } from '../../src/adapters/memory.js'
import type { VerificationToken } from '../../src/model/verification-token.js'

/** The cases that a memory adapter with these changes fails, with what they say. */
async function failures(
  change: (adapter: Required<Adapter>) => Partial<Adapter>,
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
  it('passes an adapter that does what it must', async () => {
    expect(await failures(() => ({}), { user: { role: 'admin' } })).toEqual({})
  })

  it('has no two cases of one name', () => {
    const names = adapterConformance({ adapter: () => memory(), user: {} }).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(60)
  })

  it('takes an adapter that answers without promises', async () => {
    const adapter: Adapter = { getUser: () => null }
    const [first] = adapterConformance({ adapter: () => adapter })
    await expect(first?.run()).rejects.toThrow('The adapter has no createUser, getUserByEmail, updateUser.')
  })

  it('names missing methods and how to do without them', async () => {
    const failed = await failures(({ createAuthenticator: _, ...rest }) => ({
      ...rest,
      createAuthenticator: undefined as never,
    }))
    const messages = new Set(Object.values(failed))
    expect([...messages]).toEqual([
      'The adapter has no createAuthenticator. Add what is missing, or pass "webauthn" in "without".',
    ])
  })

  it('leaves parts out', () => {
    const names = adapterConformance({ adapter: () => memory(), without: ['webauthn', 'milliseconds'] })
    expect(names.filter(({ name }) => /^(webauthn|milliseconds):/.test(name))).toEqual([])
  })

  it('looks at what only some adapters can do when it is told to', async () => {
    const token = (adapter: Required<Adapter>): Partial<Adapter> => ({
      async listSessionsByUserId(userId) {
        const [known] = await adapter.listSessionsByUserId(userId)
        return known ? [{ ...known, id: 'the-token' }] : []
      },
    })
    expect(await failures(token)).toEqual({})
    expect(Object.keys(await failures(token, { with: ['sessionManagement'] }))).toEqual([
      'sessionManagement: listSessionsByUserId gives the sessions of a user, and of nobody else',
    ])
  })

  it.each<[string, (adapter: Required<Adapter>) => Partial<Adapter>, string]>([
    [
      'an address that is compared without its case',
      (adapter) => ({
        getUserByEmail: (email) => adapter.getUserByEmail(email.toLowerCase()),
      }),
      'users: getUserByEmail never finds an address that only looks alike',
    ],
    [
      'dates as text',
      (adapter) => ({
        getUser: async (id) => JSON.parse(JSON.stringify(await adapter.getUser(id))),
      }),
      'users: emailVerified is a Date',
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
      'verificationTokens: of twenty uses at once, one gets the token',
    ],
    [
      'a user who is deleted alone',
      (adapter) => {
        const gone = new Set<string>()
        return {
          deleteUser: async (id) => void gone.add(id),
          getUser: (id) => (gone.has(id) ? null : adapter.getUser(id)),
        }
      },
      'userDeletion: deleteUser takes accounts and sessions along',
    ],
    [
      'a second link of an account',
      (adapter) => ({
        linkAccount: async (account) => {
          await adapter.unlinkAccount(account)
          await adapter.linkAccount(account)
        },
      }),
      'accounts: an account that is linked cannot be linked again',
    ],
    [
      'a counter of an authenticator that is not there',
      (adapter) => ({
        updateAuthenticatorCounter: async (id, counter) => {
          if (await adapter.getAuthenticator(id)) return adapter.updateAuthenticatorCounter(id, counter)
          return { credentialID: id, counter } as AdapterAuthenticator
        },
      }),
      'webauthn: updateAuthenticatorCounter rejects a credential it does not know',
    ],
    [
      'an expiry that is rounded',
      (adapter) => ({
        createSession: (session) =>
          adapter.createSession({
            ...session,
            expires: new Date(Math.floor(+session.expires / 1000) * 1000),
          }),
      }),
      'milliseconds: dates keep their milliseconds',
    ],
    [
      'an expires_at of 32 bits',
      (adapter) => ({
        linkAccount: (account) =>
          adapter.linkAccount({ ...account, expires_at: account.expires_at && account.expires_at | 0 }),
      }),
      'accountReading: getAccount gives every field that was stored',
    ],
  ])('finds %s', async (_name, change, expected) => {
    expect(Object.keys(await failures(change))).toContain(expected)
  })

  it('finds columns of your own that are dropped', async () => {
    const drop = ({ getSessionAndUser }: Required<Adapter>): Partial<Adapter> => ({
      getSessionAndUser: async (token) => {
        const found = await getSessionAndUser(token)
        if (found) Reflect.deleteProperty(found.user, 'role')
        return found
      },
    })
    expect(Object.keys(await failures(drop, { user: { role: 'admin' } }))).toContain(
      'user columns: columns of your own are stored and read',
    )
  })
})
