import { describe, expect, it, onTestFinished } from 'vitest'
import { type PgAdapter, pg } from '../../../src/adapters/pg.js'
import { postgres, queryPostgres } from '../../support/stores/postgres.js'
import { emptyDatabase, inAnHour, nobody } from './support.js'

const twoDaysAgo = (): Date => new Date(Date.now() - 2 * 86_400_000)

function adapterOn(url: string): PgAdapter {
  const adapter = pg(url)
  onTestFinished(() => adapter.close())
  return adapter
}

/** A database with expired sessions of one user. Deleting a row takes `delay` seconds (an SQL expression). */
async function databaseWithExpired(count: number, delay: string): Promise<{ url: string; userId: string }> {
  const url = await emptyDatabase()
  const adapter = adapterOn(url)
  const { id } = await adapter.createUser(nobody)
  const expires = twoDaysAgo().toISOString()
  await queryPostgres(
    url,
    `INSERT INTO auth_sessions ("sessionToken", "userId", expires)
     SELECT 'old-' || n, '${id}', timestamptz '${expires}' - n * interval '1 second' FROM generate_series(1, ${count}) n`,
    `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(${delay}); RETURN OLD; END'`,
    'CREATE TRIGGER slow BEFORE DELETE ON auth_sessions FOR EACH ROW EXECUTE FUNCTION slow()',
  )
  return { url, userId: id }
}

const left = async (url: string): Promise<number> =>
  (await queryPostgres(url, 'SELECT 1 FROM auth_sessions WHERE expires < now()')).length

describe.skipIf(!postgres.available)(`deletion of expired rows in PostgreSQL${postgres.note}`, () => {
  it('the deletion of expired rows delays no sign-in', async () => {
    const { url, userId } = await databaseWithExpired(3, '1')
    const adapter = adapterOn(url)
    await adapter.getUser(userId)
    const begin = performance.now()
    await adapter.createSession({ sessionToken: 'new', userId, expires: inAnHour() })
    expect(performance.now() - begin).toBeLessThan(900)
    expect(await left(url)).toBe(3)
    await expect.poll(() => left(url), { timeout: 15_000 }).toBe(0)
    expect(await adapter.getSessionAndUser('new')).not.toBeNull()
  }, 30_000)

  it('the deletion of expired rows delays no sign-in while the table of mail tokens is locked', async () => {
    const { url, userId } = await databaseWithExpired(1, '0')
    const adapter = adapterOn(url)
    await adapter.getUser(userId)
    const locked = queryPostgres(
      url,
      'BEGIN',
      'LOCK TABLE auth_verification_tokens',
      'SELECT pg_sleep(2)',
      'COMMIT',
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    const begin = performance.now()
    await adapter.createSession({ sessionToken: 'new', userId, expires: inAnHour() })
    expect(performance.now() - begin).toBeLessThan(1_200)
    await locked
  }, 30_000)

  it('several processes share the deletion of expired rows, and do not wait for each other', async () => {
    const { url, userId } = await databaseWithExpired(1_200, '0.001')
    const adapters = Array.from({ length: 6 }, () => adapterOn(url))
    await Promise.all(adapters.map((adapter) => adapter.getUser(userId)))
    const signIns = adapters.flatMap((adapter, process) =>
      [0, 1, 2].map((count) =>
        adapter.createSession({ sessionToken: `new-${process}-${count}`, userId, expires: inAnHour() }),
      ),
    )
    await Promise.all(signIns)
    const removed = await Promise.all(adapters.map((adapter) => adapter.cleanup({ batch: 100 })))
    await expect.poll(() => left(url), { timeout: 15_000 }).toBe(0)
    expect(removed.reduce((sum, { sessions }) => sum + sessions, 0)).toBeLessThanOrEqual(1_200)
    expect(await queryPostgres(url, 'SELECT 1 FROM auth_sessions')).toHaveLength(18)
  }, 30_000)
})
