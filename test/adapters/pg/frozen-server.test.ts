import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Pool } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { pg } from '../../../src/adapters/pg.js'
import { AdapterError } from '../../../src/errors.js'
import { postgres } from '../../support/stores/postgres.js'
import { emptyDatabase, nobody } from './support.js'

/**
 * A proxy in front of the server. `freeze` stops all traffic on open connections without closing them, as if the
 * machine had disappeared.
 */
async function wayTo(url: string): Promise<{ readonly url: string; freeze(): void }> {
  const { hostname, port } = new URL(url)
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((socket) => {
    const onward = connect(Number(port || 5432), hostname)
    const pair = [socket, onward] as const
    pairs.add(pair)
    socket.pipe(onward).pipe(socket)
    for (const [index, end] of pair.entries()) {
      end.on('error', () => undefined).on('close', () => pair[index === 0 ? 1 : 0].destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const [socket] of pairs) socket.destroy()
    server.close()
  })
  const way = new URL(url)
  way.hostname = '127.0.0.1'
  way.port = String((server.address() as AddressInfo).port)
  return {
    url: way.href,
    freeze() {
      for (const [socket, onward] of pairs) {
        socket.unpipe(onward).pause()
        onward.unpipe(socket).pause()
      }
    },
  }
}

describe.skipIf(!postgres.available)(`pg and a server that stops responding${postgres.note}`, () => {
  it('pg() replaces connections to a server that does not respond', async () => {
    const { url, freeze } = await wayTo(await emptyDatabase())
    const adapter = pg(url)
    onTestFinished(() => adapter.close())
    const { id } = await adapter.createUser(nobody)
    const all = (): Promise<unknown>[] =>
      Array.from({ length: 12 }, () => Promise.resolve(adapter.getUser(id)))
    await Promise.all(all())
    freeze()
    const [first, ...others] = await Promise.allSettled(all())
    expect(first).toMatchObject({
      reason: {
        message: expect.stringMatching(/^The PostgreSQL server \S+ did not respond to a statement in time/),
      },
    })
    for (const outcome of others) {
      // Statements that were waiting for a connection may use a new one.
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(AdapterError)
    }
    await expect(Promise.all(all())).resolves.toHaveLength(12)
  }, 30_000)

  const read = (adapter: ReturnType<typeof pg>, id: string): PromiseLike<unknown> | unknown =>
    adapter.getUser(id)
  const transact = (adapter: ReturnType<typeof pg>, id: string): Promise<unknown> =>
    adapter.inTransaction((inside) => Promise.resolve(inside.getUser(id)))

  it.each([
    ['a statement on a pool of the adapter', false, read],
    ['a statement on a pool of the application', true, read],
    ['a transaction on a pool of the adapter', false, transact],
    ['a transaction on a pool of the application', true, transact],
  ])(
    'only one request waits for a server that does not respond, even with several idle connections: %s',
    async (_, isOwn, request) => {
      const { url, freeze } = await wayTo(await emptyDatabase())
      const pool = new Pool({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 })
      const adapter = isOwn ? pg(pool) : pg(url)
      onTestFinished(async () => {
        await Promise.all([adapter.close(), pool.end()])
      })
      const { id } = await adapter.createUser(nobody)
      await Promise.all(Array.from({ length: 8 }, () => adapter.getUser(id)))
      freeze()
      const start = performance.now()
      await expect(request(adapter, id)).rejects.toThrow('did not respond to a statement in time')
      expect(performance.now() - start).toBeLessThan(8_000)
      const begin = performance.now()
      for (let index = 0; index < 8; index++) expect(await adapter.getUser(id)).toMatchObject({ id })
      expect(performance.now() - begin).toBeLessThan(3_000)
    },
    60_000,
  )
})
