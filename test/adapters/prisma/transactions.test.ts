import { expect, it } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { prisma } from '../../../src/adapters/prisma.js'

/**
 * A Prisma client like the one for Cloudflare D1, which rejects interactive transactions and runs batches one statement
 * at a time.
 */
function d1Client() {
  const calls: string[] = []
  const fields = new Proxy({}, { has: () => true })
  const model = (name: string) => ({
    fields,
    create: async ({ data }: { data: object }) => data,
    findMany: async () => [{ id: 'ada', email: null, emailVerified: null }],
    deleteMany: async () => {
      calls.push(name)
      return { count: 1 }
    },
  })
  const client = {
    user: model('user'),
    account: model('account'),
    session: model('session'),
    $transaction: async () => {
      throw new Error('Cloudflare D1 does not support interactive transactions.')
    },
  }
  return { client, calls }
}

it('prisma() with `transactions: false` has no inTransaction', () => {
  expect(prisma(d1Client().client as never, { transactions: false })).not.toHaveProperty('inTransaction')
  expect(prisma(d1Client().client as never)).toHaveProperty('inTransaction')
})

it('without transactions, prisma() deletes the rows of a user table by table, and again after the user', async () => {
  const { client, calls } = d1Client()
  const adapter = prisma(client as never, { transactions: false }) as unknown as Adapter
  await expect(adapter.deleteUser?.('ada')).resolves.toMatchObject({ id: 'ada' })
  expect(calls).toEqual(['account', 'session', 'user', 'account', 'session'])
})

it('prisma() names the option `transactions` when the database rejects a transaction', async () => {
  const adapter = prisma(d1Client().client as never) as unknown as Adapter
  await expect(adapter.inTransaction?.(async () => undefined)).rejects.toThrow(
    'The database: Cloudflare D1 does not support interactive transactions. Set the option `transactions: false` of prisma() for Cloudflare D1.',
  )
})
