import { createClient, type InArgs } from '@libsql/client'
import { drizzle as onSqliteProxy } from 'drizzle-orm/sqlite-proxy'
import { createStorage } from 'unstorage'
import { expect, test } from 'vitest'
import * as schema from '../../../schemas/drizzle-sqlite.js'
import { drizzle } from '../../../src/adapters/drizzle.js'
import { unstorage } from '../../../src/adapters/unstorage.js'
import { createAuth } from '../../../src/index.js'
import { github } from '../../../src/providers/github.js'
import { users } from '../../../src/users.js'
import { schemaStatements } from '../../support/stores/schema.js'

/** Throws an error while accounts cannot be deleted. */
type Fault = (isDeletion: boolean, target: string) => void

/** A database without foreign keys, behind a driver that sends each statement separately. */
async function drizzleAdapter(fault: Fault) {
  const client = createClient({ url: ':memory:' })
  for (const statement of ['PRAGMA foreign_keys = OFF', ...(await schemaStatements('sqlite.sql'))]) {
    await client.execute(statement)
  }
  const db = onSqliteProxy(async (sql, values, method) => {
    fault(sql.startsWith('delete'), sql)
    const { rows } = await client.execute({ sql, args: values as InArgs })
    const arrays = rows.map((row) => Array.from(row))
    return { rows: method === 'get' ? (arrays[0] ?? []) : arrays }
  })
  return drizzle(db, schema)
}

async function unstorageAdapter(fault: Fault) {
  const storage = createStorage()
  const removeItem = storage.removeItem.bind(storage)
  Object.assign(storage, {
    removeItem: async (key: string) => {
      fault(true, key)
      await removeItem(key)
    },
  })
  return unstorage(storage)
}

test.each([
  ['drizzle with sqlite-proxy', drizzleAdapter, true],
  ['unstorage', unstorageAdapter, false],
] as const)(
  '%s: repeating an interrupted deletion of a user removes the remaining data',
  async (_, open, isLeft) => {
    let isDown = false
    const adapter = await open((isDeletion, target) => {
      if (isDown && isDeletion && target.includes('accounts')) throw new Error('down')
    })
    const auth = createAuth()
      .provider(github({ clientId: 'id', clientSecret: 'secret' }))
      .adapter(adapter)
      .session({ strategy: 'database' })
      .options({ secret: 'a secret of more than thirty-two characters', trustHost: true })
      .use(users(adapter))
      .build()
    const account = { provider: 'github', providerAccountId: '1', type: 'oauth' } as const
    const signUp = async (): Promise<string> => {
      const { id } = await adapter.createUser({ email: 'ada@example.com', emailVerified: null })
      await adapter.linkAccount({ ...account, userId: id, refresh_token: 'rt' })
      return id
    }
    const id = await signUp()
    isDown = true
    await expect(auth.users.delete(id)).rejects.toThrow()
    isDown = false
    expect((await auth.users.get(id)) !== null).toBe(isLeft)
    expect(await auth.users.delete(id)).toBe(isLeft)
    expect(await auth.users.get(id)).toBeNull()
    expect(await adapter.listAccountsByUserId(id)).toEqual([])
    const next = await signUp()
    expect(await adapter.getUserByAccount(account)).toMatchObject({ id: next })
  },
)
