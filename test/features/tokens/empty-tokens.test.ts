import { expect, test } from 'vitest'
import type { AdapterAccount } from '../../../src/adapters/contract.js'
import { emptyTokens } from '../../../src/runtime/features/tokens/empty-tokens.js'

const given: AdapterAccount = {
  provider: 'acme',
  providerAccountId: '1',
  userId: 'ada',
  type: 'oidc',
  access_token: 'at',
}

/** An adapter that can update an account only by its key, without a condition. */
function adapterWith(row: AdapterAccount | null) {
  let stored = row
  const methods = {
    getAccount: async () => stored,
    updateAccount: async (changes: AdapterAccount) => {
      stored = { ...stored, ...changes }
    },
  }
  return { adapter: { ...methods, has: (name: string) => name in methods }, stored: () => stored }
}

const empty = (adapter: object) =>
  emptyTokens(given, { adapter, sealedTokens: async () => ({ open: async () => ({}) }) } as never)

test('emptyTokens() removes and returns the tokens of an account', async () => {
  const { adapter, stored } = adapterWith(given)
  expect(await empty(adapter)).toMatchObject({ access_token: 'at' })
  expect(stored()).toMatchObject({ userId: 'ada', access_token: '' })
})

test('emptyTokens() does not change an account that now belongs to another user', async () => {
  const theirs = { ...given, userId: 'bob', access_token: 'theirs' }
  const { adapter, stored } = adapterWith(theirs)
  expect(await empty(adapter)).toMatchObject({ userId: 'ada', access_token: 'at' })
  expect(stored()).toEqual(theirs)
})

test('emptyTokens() does not write an account that was removed', async () => {
  const { adapter, stored } = adapterWith(null)
  await empty(adapter)
  expect(stored()).toBeNull()
})

test.each(['getAccount', 'listAccountsByUserId'])(
  'emptyTokens() returns no tokens of another provider with the same account id: %s',
  async (method) => {
    const other = { ...given, provider: 'other', access_token: 'of the other provider' }
    const rows = [other, { ...given, access_token: 'refreshed' }]
    const methods = {
      getAccount: async (id: string, provider: string) =>
        rows.find((row) => row.provider === provider && row.providerAccountId === id) ?? null,
      listAccountsByUserId: async () => rows,
      updateAccount: async () => {},
    }
    const has = (name: string) => name === method || name === 'updateAccount'
    expect(await empty({ ...methods, has })).toMatchObject({ provider: 'acme', access_token: 'refreshed' })
  },
)
