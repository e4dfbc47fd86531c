import { createStorage } from 'unstorage'
import { describe, expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { unstorage } from '../../src/adapters/unstorage.js'

interface OwnFields {
  userId: string
  expires: Date
}

const fields = { email: null, emailVerified: null, userId: 'crm-7', expires: new Date('2027-01-01') }

describe.each([
  ['memory()', () => memory<OwnFields>()],
  ['unstorage()', () => unstorage<OwnFields>(createStorage())],
])('%s', (_, create) => {
  test('a custom user field may have the name of a column of another table', async () => {
    const adapter = create()
    const { id } = await adapter.createUser(fields)
    expect(await adapter.getUser(id)).toMatchObject(fields)
    await adapter.updateUser({ id, userId: 'crm-8' })
    expect(await adapter.getUser(id)).toMatchObject({ ...fields, userId: 'crm-8' })
  })
})

test('unstorage() sets a time to live for sessions, but not for a user field named `expires`', async () => {
  const storage = createStorage()
  const lifetimes: Record<string, unknown> = {}
  const setItem = storage.setItem.bind(storage)
  Object.assign(storage, {
    setItem: async (key: string, value: string, options: { ttl?: number } = {}) => {
      lifetimes[key.split(':')[1] ?? ''] = options.ttl
      return setItem(key, value)
    },
  })
  const adapter = unstorage<OwnFields>(storage)
  const { id: userId } = await adapter.createUser(fields)
  await adapter.createSession({ sessionToken: 'token', userId, expires: new Date(Date.now() + 60_000) })
  expect(lifetimes).toMatchObject({ users: undefined, sessions: expect.any(Number) })
})
