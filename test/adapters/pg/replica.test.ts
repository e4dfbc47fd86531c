import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type PgPool, pg } from '../../../src/adapters/pg.js'
import { postgres } from '../../support/stores/postgres.js'
import { emptyDatabase, inAnHour, nobody, poolOn } from './support.js'

/** A pool, and the number of statements that it received. */
function counted(pool: Pool): {
  pool: PgPool
  sessions(): number
  fail(): void
  /**
   * `true`: statements time out after 5 seconds, as with the documented pool. A number: statements take this many
   * milliseconds.
   */
  hang(hanging: boolean | number): void
} {
  let sessions = 0
  let failing = false
  let hanging: boolean | number = false
  return {
    sessions: () => sessions,
    fail() {
      failing = true
    },
    hang(value) {
      hanging = value
    },
    pool: {
      query(statement, values) {
        const text = typeof statement === 'string' ? statement : statement.text
        if (text.startsWith('SELECT auth_users')) sessions++
        if (typeof hanging === 'number') {
          return delay(hanging).then(() => pool.query(statement as string, values))
        }
        if (hanging) {
          return new Promise((_, reject) => {
            setTimeout(() => reject(new Error('Query read timeout')), 5_000)
          })
        }
        return failing
          ? Promise.reject(new Error('the replica is gone'))
          : pool.query(statement as string, values)
      },
      connect: () => pool.connect(),
    },
  }
}

/** A primary and a replica. `copy` copies the rows of the primary to the replica. */
async function open() {
  const [primaryPool, replicaPool] = [poolOn(await emptyDatabase()), poolOn(await emptyDatabase())]
  const [primary, replica] = [counted(primaryPool), counted(replicaPool)]
  const writer = pg(primaryPool)
  const reader = pg(primary.pool, { read: replica.pool })
  // The replica has the same tables as the primary.
  await pg(replicaPool).getUser('none')
  const copy = async (): Promise<void> => {
    for (const table of ['auth_sessions', 'auth_users']) await replicaPool.query(`DELETE FROM ${table}`)
    for (const table of ['auth_users', 'auth_sessions']) {
      for (const row of (await primaryPool.query(`SELECT * FROM ${table}`)).rows) {
        const names = Object.keys(row)
        await replicaPool.query(
          `INSERT INTO ${table} (${names.map((name) => `"${name}"`)}) VALUES (${names.map((_, index) => `$${index + 1}`)})`,
          Object.values(row),
        )
      }
    }
  }
  const session = async (adapter = writer): Promise<{ token: string; userId: string }> => {
    const { id: userId } = await adapter.createUser(nobody)
    const token = crypto.randomUUID()
    await adapter.createSession({ sessionToken: token, userId, expires: inAnHour() })
    return { token, userId }
  }
  return { writer, reader, primary, replica, copy, session }
}

describe.skipIf(!postgres.available)(`pg with a replica${postgres.note}`, () => {
  it('pg() reads sessions from the replica, and writes to the primary', async () => {
    const { reader, primary, replica, copy, session } = await open()
    const { token, userId } = await session()
    await copy()
    expect((await reader.getSessionAndUser(token))?.user.id).toBe(userId)
    expect([primary.sessions(), replica.sessions()]).toEqual([0, 1])
  })

  it('pg() reads from the primary if the URL of the replica is an empty string', async () => {
    const { primary, session, copy } = await open()
    const { token, userId } = await session()
    await copy()
    const adapter = pg(primary.pool, { read: '' })
    expect(adapter).not.toHaveProperty('~replica')
    expect((await adapter.getSessionAndUser(token))?.user.id).toBe(userId)
  })

  it('the health check of pg reads from the replica', async () => {
    const { reader, replica } = await open()
    const read = (reader as unknown as Record<'~replica', (token: string) => Promise<void>>)['~replica']
    await expect(read('none')).resolves.toBeUndefined()
    replica.fail()
    await expect(read('none')).rejects.toThrow('the replica is gone')
  })

  it('pg() reads from the primary while the replica does not respond, and returns to the replica afterwards', async () => {
    const { reader, replica, copy, session } = await open()
    const { token } = await session()
    await copy()
    replica.hang(true)
    const read = (): Promise<unknown> => reader.getSessionAndUser(token)
    const found = await Promise.all(Array.from({ length: 60 }, read))
    expect(found.filter((each) => each === null)).toEqual([])
    // Later reads do not wait for the replica.
    const asked = replica.sessions()
    for (let count = 0; count < 20; count++) expect(await read()).not.toBeNull()
    expect(replica.sessions()).toBe(asked)
    replica.hang(false)
    await new Promise((resolve) => setTimeout(resolve, 5_100))
    const before = replica.sessions()
    expect(await read()).not.toBeNull()
    expect(await read()).not.toBeNull()
    expect(replica.sessions()).toBe(before + 2)
  }, 20_000)

  it('pg() keeps avoiding a replica that timed out, even if an earlier, slower read then succeeds', async () => {
    const { reader, replica, copy, session } = await open()
    const { token } = await session()
    await copy()
    const read = (): Promise<unknown> => reader.getSessionAndUser(token)
    // The first call also creates the tables.
    await read()
    replica.hang(true)
    const late = read()
    await delay(300)
    // This read gets its result after the first read has timed out, but within its own time limit.
    replica.hang(400)
    await Promise.all([late, read()])
    replica.hang(false)
    const before = replica.sessions()
    expect(await read()).not.toBeNull()
    expect(replica.sessions()).toBe(before)
  })

  it('pg() reads a session from the primary if the replica fails or lacks the session', async () => {
    const { reader, primary, replica, copy, session } = await open()
    const { token } = await session()
    expect(await reader.getSessionAndUser(token)).not.toBeNull()
    expect(primary.sessions()).toBe(1)
    await copy()
    replica.fail()
    expect(await reader.getSessionAndUser(token)).not.toBeNull()
  })

  it.each<[string, (reader: ReturnType<typeof pg>, token: string, userId: string) => Promise<unknown>]>([
    ['a deleted session', (reader, token) => reader.deleteSession(token)],
    ['all sessions of a user', (reader, _, userId) => reader.deleteSessionsByUserId(userId)],
    ['a deleted user', (reader, _, userId) => reader.deleteUser(userId)],
    [
      'a session that is ended by its id',
      async (reader, _, userId) => {
        const [first] = await reader.listSessionsByUserId(userId)
        await reader.deleteSessionById(first?.id ?? '')
      },
    ],
    [
      'a deletion in a transaction',
      (reader, token) => reader.inTransaction(async (inside) => inside.deleteSession(token)),
    ],
  ])('pg() reads from the primary after a write: %s', async (_, end) => {
    const { reader, copy, session } = await open()
    const { token, userId } = await session()
    await copy()
    await end(reader, token, userId)
    expect(await reader.getSessionAndUser(token)).toBeNull()
  })

  it('pg() still reads from the primary nine seconds after the end of a long transaction', async () => {
    const { reader, copy, session } = await open()
    const { token } = await session()
    await copy()
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await reader.inTransaction(async (inside) => {
      await inside.deleteSession(token)
      vi.advanceTimersByTime(9_000)
    })
    vi.advanceTimersByTime(9_000)
    expect(await reader.getSessionAndUser(token)).toBeNull()
  })

  it('pg() reads a user from the primary after an update of the user', async () => {
    const { reader, copy, session } = await open()
    const { token, userId } = await session()
    await copy()
    await reader.updateUser({ id: userId, name: 'Ada' })
    expect((await reader.getSessionAndUser(token))?.user.name).toBe('Ada')
  })
})
