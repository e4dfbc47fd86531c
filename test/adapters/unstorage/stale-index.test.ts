import { createStorage } from 'unstorage'
import { expect, test } from 'vitest'
import { unstorage } from '../../../src/adapters/unstorage.js'

test('deleting a user keeps an account that was moved to another user after a failed unlink', async () => {
  const storage = createStorage()
  let isDown = false
  const removeItem = storage.removeItem.bind(storage)
  Object.assign(storage, {
    removeItem: async (key: string) => {
      if (isDown && key.includes('owned')) throw new Error('down')
      return removeItem(key)
    },
  })
  const adapter = unstorage(storage)
  const [ada, bob] = await Promise.all(
    ['ada@example.com', 'bob@example.com'].map((email) => adapter.createUser({ email, emailVerified: null })),
  )
  const key = { provider: 'github', providerAccountId: '1' }
  const link = async (userId = ''): Promise<unknown> => adapter.linkAccount({ ...key, type: 'oauth', userId })
  await link(ada?.id)
  isDown = true
  await adapter.unlinkAccount(key).catch(() => undefined)
  isDown = false
  await link(bob?.id)
  await adapter.deleteUser(ada?.id ?? '')
  expect(await adapter.getUserByAccount(key)).toMatchObject({ id: bob?.id })
})

test.each([
  ['ends before the user is written', true, 'old@example.com', 'new@example.com'],
  ['succeeds', false, 'new@example.com', 'old@example.com'],
] as const)(
  'after a change of e-mail address that %s, another user can have the unused e-mail address',
  async (_, fails, kept, free) => {
    const storage = createStorage()
    let isDown = false
    const setItem = storage.setItem.bind(storage)
    Object.assign(storage, {
      setItem: async (key: string, value: string) => {
        if (isDown && key.includes(':users:')) throw new Error('down')
        return setItem(key, value)
      },
    })
    const adapter = unstorage(storage)
    const { id } = await adapter.createUser({ email: 'old@example.com', emailVerified: null })
    isDown = fails
    const change = adapter.updateUser({ id, email: 'new@example.com' })
    await (fails ? expect(change).rejects.toThrow('down') : change)
    isDown = false
    expect(await adapter.getUserByEmail(kept)).toMatchObject({ id, email: kept })
    expect(await adapter.getUserByEmail(free)).toBeNull()
    await expect(adapter.createUser({ email: kept, emailVerified: null })).rejects.toThrow(
      'Another user has this e-mail address.',
    )
    const other = await adapter.createUser({ email: free, emailVerified: null })
    expect(await adapter.getUserByEmail(free)).toMatchObject({ id: other.id })
  },
)
