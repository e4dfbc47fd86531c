import { createStorage } from 'unstorage'
import { expect, test } from 'vitest'
import { unstorage } from '../../../src/adapters/unstorage.js'

test('deleting a user keeps an account that another user has linked after a failed removal', async () => {
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
