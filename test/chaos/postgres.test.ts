import { Pool } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { type PgAdapter, pg } from '../../src/adapters/pg.js'
import { type Fault, Oracle, type Outcome } from './support/oracle.js'
import { type PostgresServer, postgresServer } from './support/postgres-server.js'
import { scenarios } from './support/scenarios.js'
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

scenario('kill -9', () => through(pg(url()), { begin: () => server.kill(), end: () => server.start() }))

scenario('stop and continue', () =>
  through(pg(url()), { begin: () => server.pause(), end: () => server.resume() }),
)

scenario('connections cut', () => through(pg(url()), { begin: () => network.cut(), end: () => undefined }))

scenario('responses cut halfway', () =>
  through(pg(url()), {
    begin() {
      network.mode = 'halved'
    },
    end() {
      network.mode = 'pass'
    },
  }),
)

scenario('silent loss', () =>
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
