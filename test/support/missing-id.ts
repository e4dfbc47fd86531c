import { expect } from 'vitest'
import type { CompleteAdapter } from '../../src/adapters/complete-adapter.js'

/** The methods that remove rows, and the methods that show whether the rows were removed. */
export type Removing = Pick<
  CompleteAdapter,
  'createUser' | 'getUser' | 'linkAccount' | 'getUserByAccount' | 'unlinkAccount' | 'deleteUser'
> &
  Partial<Pick<CompleteAdapter, 'deleteLoginsByUserId' | 'deleteSessionsByUserId'>>

/** Expects that no method of an adapter removes a row if JavaScript passes no id. */
export async function expectNothingRemoved(adapter: Removing): Promise<void> {
  const user = await adapter.createUser({ name: 'Ada', email: 'ada@example.com', emailVerified: null })
  const key = { provider: 'acme', providerAccountId: '7' }
  await adapter.linkAccount({ ...key, userId: user.id, type: 'oauth' })
  const none = undefined as never
  // Throwing an error is also a correct result.
  const calls: readonly (() => unknown)[] = [
    () => adapter.deleteUser(none),
    () => adapter.unlinkAccount({ provider: 'acme', providerAccountId: none }),
    () => adapter.deleteLoginsByUserId?.(none),
    () => adapter.deleteSessionsByUserId?.(none),
  ]
  for (const call of calls)
    await Promise.resolve()
      .then(call)
      .catch(() => undefined)
  expect(await adapter.getUser(user.id)).toMatchObject({ email: 'ada@example.com' })
  expect(await adapter.getUserByAccount(key)).toMatchObject({ id: user.id })
}
