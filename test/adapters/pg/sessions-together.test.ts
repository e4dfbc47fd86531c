import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { pg } from '../../../src/adapters/pg.js'
import { postgres } from '../../support/stores/postgres.js'
import { emptyDatabase, inAnHour, nobody, poolOn, watched } from './support.js'

describe.skipIf(!postgres.available)(`concurrent session reads in PostgreSQL${postgres.note}`, () => {
  const prepare = async (open = pg) => {
    const pool = poolOn(await emptyDatabase())
    const { adapter, sent } = watched(pool, open)
    for (const name of ['ada', 'bob', 'eve']) {
      const { id } = await adapter.createUser({ email: `${name}@example.com`, emailVerified: null })
      await adapter.createSession({ sessionToken: name, userId: id, expires: inAnHour() })
    }
    sent.length = 0
    const read = async (token: string): Promise<unknown> =>
      (await adapter.getSessionAndUser(token))?.user.email
    return { pool, adapter, sent, read }
  }

  it('concurrent session reads share one statement, and each returns its own session', async () => {
    const { sent, read } = await prepare()
    const tokens = ['bob', 'nobody', 'ada', 'eve', 'ada', '{ada}', 'ada","bob', "'"]
    expect(await Promise.all(tokens.map(read))).toEqual([
      'bob@example.com',
      undefined,
      'ada@example.com',
      'eve@example.com',
      'ada@example.com',
      ...[undefined, undefined, undefined],
    ])
    expect(sent).toHaveLength(1)
    expect(await read('eve')).toBe('eve@example.com')
  })

  it.each([
    [
      'without Node.js',
      () => vi.doMock('#end-of-turn', () => import('../../../src/platform/end-of-turn.js')),
    ],
    [
      'for which bundlers select the modules of Node.js',
      () => vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' }),
    ],
  ])(
    'session reads are not batched on platforms where requests must not wait for each other: %s',
    async (_, be) => {
      be()
      vi.resetModules()
      onTestFinished(() => {
        vi.doUnmock('#end-of-turn')
        vi.unstubAllGlobals()
        vi.resetModules()
      })
      const { pg: portable } = await import('../../../src/adapters/pg.js')
      const { sent, read } = await prepare(portable)
      expect(await Promise.all(['bob', 'ada'].map(read))).toEqual(['bob@example.com', 'ada@example.com'])
      expect(sent).toHaveLength(2)
    },
  )

  it('a failed statement fails the session reads that share it, but no later reads', async () => {
    const { pool, sent, read } = await prepare()
    await pool.query('ALTER TABLE auth_sessions RENAME TO elsewhere')
    const answers = await Promise.allSettled(['ada', 'bob'].map(read))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await pool.query('ALTER TABLE elsewhere RENAME TO auth_sessions')
    expect(await Promise.all(['ada', 'bob'].map(read))).toEqual(['ada@example.com', 'bob@example.com'])
    expect(sent.length).toBeLessThanOrEqual(3)
  })

  it('a row that cannot be parsed fails only the read of that session', async () => {
    const url = await emptyDatabase()
    const open = (values: string[]) => {
      const adapter = pg(url, { user: { role: { type: 'text', values } } })
      onTestFinished(() => adapter.close())
      return adapter
    }
    const before = open(['member', 'admin'])
    for (const role of ['member', 'admin']) {
      const { id } = await before.createUser({ ...nobody, role })
      await before.createSession({ sessionToken: role, userId: id, expires: inAnHour() })
    }
    const after = open(['member'])
    const [member, admin] = await Promise.allSettled(
      ['member', 'admin'].map((token) => after.getSessionAndUser(token)),
    )
    expect(member).toMatchObject({ status: 'fulfilled', value: { user: { role: 'member' } } })
    expect(admin).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('contains a value that is not one of') },
    })
  })

  it('session reads inside a transaction are not batched with other reads', async () => {
    const { adapter, read } = await prepare()
    await adapter.inTransaction(async (inside) => {
      await inside.deleteSession('ada')
      const [gone, ada, bob] = await Promise.all([
        inside.getSessionAndUser('ada'),
        ...['ada', 'bob'].map(read),
      ])
      expect(gone).toBeNull()
      expect([ada, bob]).toEqual(['ada@example.com', 'bob@example.com'])
    })
    expect(await Promise.all(['ada', 'bob'].map(read))).toEqual([undefined, 'bob@example.com'])
  })
})
