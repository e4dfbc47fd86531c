import { expect, test } from 'vitest'
import type { AdapterAccount } from '../../../src/adapters/contract.js'
import { withLease } from '../../../src/runtime/core/storage/row-lease-format.js'
import { sealedTokens } from '../../../src/runtime/core/storage/sealed-tokens.js'

const tokens = sealedTokens({
  form: 'sealed',
  secrets: ['a secret of more than thirty-two characters'],
  providers: () => new Map(),
  scope: { tenant: undefined, isLazy: false },
})

const account: AdapterAccount = {
  userId: 'user',
  type: 'oidc',
  provider: 'acme',
  providerAccountId: 'ada',
  access_token: 'access',
  refresh_token: 'refresh',
  id_token: 'id',
}

test('a sealed token cannot be opened in another row or column, even after it was opened in the right one', async () => {
  const sealed = await tokens.seal(account)
  expect(await tokens.open(sealed)).toEqual(account)
  expect((await tokens.open({ ...sealed, providerAccountId: 'eve' })).access_token).toBeUndefined()
  expect((await tokens.open({ ...sealed, provider: 'globex' })).access_token).toBeUndefined()
  const swapped = { ...sealed, access_token: sealed.id_token, id_token: sealed.access_token }
  const opened = await tokens.open(swapped)
  expect([opened.access_token, opened.id_token]).toEqual([undefined, undefined])
  expect(await tokens.open(sealed)).toEqual(account)
})

test('only the requested tokens are opened', async () => {
  const sealed = await tokens.seal(account)
  expect(await tokens.open(sealed, ['access_token'])).toEqual({
    ...account,
    refresh_token: undefined,
    id_token: undefined,
  })
})

test.each(['a'.repeat(16), 'short', 'a longer holder, with other characters.'])(
  'a refresh token is opened without its lease, and the lease has the right holder %s',
  async (holder) => {
    const lease = { until: 1_900_000_000, holder }
    const sealed = await tokens.seal({ ...account, refresh_token: withLease('refresh', lease) })
    expect(await tokens.open(sealed)).toEqual(account)
    expect(await tokens.leaseOf(sealed)).toEqual(lease)
    expect(await tokens.leaseOf(await tokens.seal(account))).toBeUndefined()
  },
)

test('a refresh token is opened without a malformed lease', async () => {
  const sealed = await tokens.seal({ ...account, refresh_token: 'refresh\0tomorrow' })
  expect(await tokens.open(sealed)).toEqual(account)
  expect(await tokens.leaseOf(sealed)).toBeUndefined()
})

test('tokens of 500 accounts can be opened repeatedly', async () => {
  const ids = Array.from({ length: 500 }, (_, index) => `user-${index}`)
  const rows = await Promise.all(
    ids.map((id) => tokens.seal({ ...account, providerAccountId: id, access_token: `access of ${id}` })),
  )
  const open = async (): Promise<unknown[]> =>
    (await Promise.all(rows.map((row) => tokens.open(row)))).map((each) => each.access_token)
  const expected = ids.map((id) => `access of ${id}`)
  expect(await open()).toEqual(expected)
  expect(await open()).toEqual(expected)
})
