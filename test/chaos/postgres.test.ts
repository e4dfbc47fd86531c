import { Pool } from 'pg'
import { afterAll, beforeAll, test } from 'vitest'
import { type PgAdapter, pg } from '../../src/adapters/pg.js'
import { type Fault, Oracle, type Outcome } from './support/oracle.js'
import { documentedSettings, noPgBouncer, pgBouncer } from './support/pg-bouncer.js'
import { type PostgresServer, postgresServer } from './support/postgres-server.js'
import { scenarios } from './support/scenarios.js'
import { canMount, smallDisk } from './support/small-disk.js'
import { type TcpProxy, tcpProxy } from './support/tcp-proxy.js'

let server: PostgresServer
let network: TcpProxy

beforeAll(async () => {
  server = await postgresServer()
  await server.start()
  network = await tcpProxy(server.port)
}, 60_000)

afterAll(async () => {
  await network?.close()
  await server?.remove()
}, 60_000)

/** The server as the application reaches it. */
const url = (): string => `postgres://postgres@127.0.0.1:${network.port}/postgres`

/** Runs a fault with an adapter that is closed afterwards. */
async function through(adapter: PgAdapter, fault: Fault): Promise<Outcome> {
  try {
    return await new Oracle({ adapter, strategy: 'database' }).run(fault)
  } finally {
    await adapter.close()
  }
}

const scenario = scenarios('PostgreSQL')

const restart: Fault = {
  begin: () => server.stop(),
  end: () => server.start(),
}

scenario('restart', () => through(pg(url()), restart))

scenario('restart, with a pool of the application that has no listener', async () => {
  const pool = new Pool({ connectionString: url(), connectionTimeoutMillis: 2_000 })
  try {
    return await through(pg(pool), restart)
  } finally {
    await pool.end()
  }
})

scenario('start without database', async () => {
  const [first, second] = [pg(url()), pg(url())]
  try {
    const oracle = new Oracle({ adapter: first, strategy: 'database' })
    return await oracle.run({
      async begin() {
        await server.stop()
        oracle.restart({ adapter: second })
      },
      end: () => server.start(),
    })
  } finally {
    await Promise.all([first.close(), second.close()])
  }
})

scenario('kill -9', () => through(pg(url()), { begin: () => server.kill(), end: () => server.start() }))

scenario('stop and continue', () =>
  through(pg(url()), { begin: () => server.pause(), end: () => server.resume() }),
)

scenario('connections are cut', () =>
  through(pg(url()), { begin: () => network.cut(), end: () => undefined }),
)

scenario('responses are cut halfway', () =>
  through(pg(url()), {
    begin() {
      network.mode = 'halved'
    },
    end() {
      network.mode = 'pass'
    },
  }),
)

scenario('packets are lost silently', () =>
  through(pg(url()), {
    begin() {
      network.mode = 'lost'
    },
    end() {
      network.mode = 'pass'
    },
  }),
)

scenario('slow', () =>
  through(pg(url()), {
    begin() {
      network.mode = 'slow'
    },
    end() {
      network.mode = 'pass'
    },
  }),
)

const settings = (...statements: string[]): Promise<unknown> =>
  server.query(...statements, 'SELECT pg_reload_conf()')

scenario('read-only, as a replica', () =>
  through(pg(url()), {
    begin: async () => void (await settings('ALTER SYSTEM SET default_transaction_read_only = on')),
    end: async () => void (await settings('ALTER SYSTEM RESET default_transaction_read_only')),
  }),
)

scenario('no more connections', async () => {
  // The limit does not apply to a superuser.
  await server.query(
    'CREATE ROLE application LOGIN IN ROLE pg_read_all_data, pg_write_all_data',
    'GRANT CREATE ON SCHEMA public TO application',
  )
  const limited = url()
    .replace('postgres@', 'application@')
    .replace(/postgres$/, 'limited')
  await server.query('CREATE DATABASE limited OWNER application')
  return through(pg(limited), {
    async begin() {
      await server.query('ALTER ROLE application CONNECTION LIMIT 0')
      network.cut()
    },
    end: async () => void (await server.query('ALTER ROLE application CONNECTION LIMIT -1')),
  })
})

scenario('failover to a synchronous standby', async () => {
  const primary = await postgresServer()
  try {
    await primary.start()
    const standby = await primary.standby()
    network.target = primary.port
    try {
      await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'", 'SELECT pg_reload_conf()')
      return await through(pg(url()), {
        begin: () => primary.kill(),
        async end() {
          // The standby has the same setting, but no standby that could confirm its writes.
          await standby.query(
            'SELECT pg_promote()',
            'ALTER SYSTEM RESET synchronous_standby_names',
            'SELECT pg_reload_conf()',
          )
          network.target = standby.port
        },
      })
    } finally {
      network.target = server.port
      await standby.remove()
    }
  } finally {
    await primary.remove()
  }
})

const mounts = canMount()

// PostgreSQL needs 40 MB for an empty database, and 32 MB for its write-ahead log.
if (mounts) {
  scenario('full disk', async () => {
    const disk = smallDisk(160_000_000)
    const small = await postgresServer(disk.folder)
    try {
      await small.start('max_wal_size=32MB')
      const adapter = pg(small.url)
      const outcome = await through(adapter, {
        async begin() {
          // Few rows fit on a page, so new rows soon need space.
          await small.query(
            'ALTER TABLE auth_users SET (fillfactor = 10)',
            'ALTER TABLE auth_sessions SET (fillfactor = 10)',
          )
          disk.fill()
        },
        async end() {
          disk.free()
          // PostgreSQL exits if there is no space for the write-ahead log.
          await small.query('SELECT 1').catch(() => small.start())
        },
        lasts: 4_000,
      })
      if (outcome.errors === 0) throw new Error('The disk was not full.')
      return outcome
    } finally {
      await small.remove()
      disk.remove()
    }
  })
} else test.skip('full disk (skipped: only root can mount a small disk)')

const missing = noPgBouncer()

if (missing === undefined) {
  scenario('PgBouncer in transaction mode, PostgreSQL restarts', () => throughBouncer(() => restart))
  scenario('PgBouncer in transaction mode, kill -9 of PgBouncer', () =>
    throughBouncer((bouncer) => ({ begin: () => bouncer.kill(), end: () => bouncer.start() })),
  )
} else test.skip(`PgBouncer (skipped: ${missing})`)

/** PgBouncer with the settings that docs/operations.md names. */
async function throughBouncer(
  faultOf: (bouncer: Awaited<ReturnType<typeof pgBouncer>>) => Fault,
): Promise<Outcome> {
  const bouncer = await pgBouncer(server.port, documentedSettings())
  try {
    await bouncer.start()
    return await through(pg(bouncer.url), faultOf(bouncer))
  } finally {
    await bouncer.remove()
  }
}
