import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { redisSessions } from '../../src/adapters/redis-sessions.js'
import { credentials } from '../../src/providers/credentials.js'
import type { SessionStore, Store } from '../../src/stores/contract.js'
import { ownClient } from '../../src/stores/redis/own-client.js'
import { type RedisClient, redisStore } from '../../src/stores/redis.js'
import { app } from '../support/app.js'
import { Browser } from '../support/browser.js'
import { noPrivateRedis, type PrivateRedis, privateRedis } from '../support/stores/private-redis.js'
import { type LossyProxy, lossyProxy } from './support/lossy-proxy.js'
import { type Fault, Oracle, type Outcome, type Subject } from './support/oracle.js'
import { scenarios } from './support/scenarios.js'
import { type NetworkMode, type TcpProxy, tcpProxy } from './support/tcp-proxy.js'

/** A store, and a function that closes its client. */
interface Connected {
  readonly store: Store
  /** The store for claims of sessions. */
  readonly sessions: SessionStore
  /** Resolves once the server has responded for the first time. */
  readonly ready: Promise<unknown>
  close(): void
}

/** The clients as docs/stores.md configures them. */
const clients: Readonly<Record<string, (url: string) => Connected>> = {
  redis(url) {
    const client = createClient({
      url,
      disableOfflineQueue: true,
      pingInterval: 1_000,
      socket: {
        connectTimeout: 1_000,
        reconnectStrategy: (retries) => Math.min(retries * 100, 1_000),
      },
    })
    client.on('error', () => {})
    const ready = client.connect()
    let lastReply = Date.now()
    client.on('ping-interval', () => {
      lastReply = Date.now()
    })
    const watch = setInterval(() => {
      if (Date.now() - lastReply < 3_000) return
      lastReply = Date.now()
      client.destroy()
      client.connect().catch(() => {})
    }, 500)
    return {
      store: redisStore({ client }),
      sessions: redisSessions({ client }),
      ready,
      close() {
        clearInterval(watch)
        client.destroy()
      },
    }
  },
  // The client of `redisStore({ url })`.
  'redisStore by URL'(url) {
    const client = ownClient('redisStore', url)
    const ready = client.eval("return 'ready'", { keys: ['ready'], arguments: [] })
    return {
      store: redisStore({ client }),
      sessions: redisSessions({ client }),
      ready,
      close: () => void client.close(),
    }
  },
  ioredis(url) {
    const client = new Redis(url, {
      connectTimeout: 1_000,
      commandTimeout: 1_000,
      socketTimeout: 3_000,
      maxRetriesPerRequest: 1,
      retryStrategy: (retries) => Math.min(retries * 100, 1_000),
    })
    client.on('error', () => {})
    const scripts: RedisClient = {
      eval: (script, { keys, arguments: args }) => client.eval(script, keys.length, ...keys, ...args),
    }
    const [store, sessions] = [redisStore({ client: scripts }), redisSessions({ client: scripts })]
    const ready = new Promise((resolve) => client.once('ready', resolve))
    return { store, sessions, ready, close: () => client.disconnect() }
  },
}

const missing = noPrivateRedis()

let redis: PrivateRedis
let network: LossyProxy
let cutting: TcpProxy

beforeAll(async () => {
  if (missing) return
  redis = await privateRedis('--appendonly', 'yes', '--appendfsync', 'always')
  network = await lossyProxy(redis.port)
  cutting = await tcpProxy(redis.port)
})
afterAll(async () => {
  await network?.close()
  await cutting?.close()
  await redis?.stop()
})

const scenario = scenarios('Redis')

for (const [name, connect] of Object.entries(missing ? {} : clients)) {
  const under = async (
    fault: Fault,
    {
      port = network.port,
      hasClaims = false,
      ...subject
    }: { port?: number; hasClaims?: boolean } & Partial<Subject> = {},
  ): Promise<Outcome> => {
    network.replace()
    const { store, sessions, ready, close } = connect(`redis://127.0.0.1:${port}`)
    try {
      await ready
      const places = hasClaims ? { sessions } : { store }
      return await new Oracle({ strategy: 'jwt', ...places, ...subject }).run(fault)
    } finally {
      close()
    }
  }

  scenario(`${name}: kill -9, restart from the append-only file`, () =>
    under({ begin: () => redis.kill(), end: () => redis.start() }),
  )
  scenario(`${name}: start without Redis`, async () => {
    const url = `redis://127.0.0.1:${redis.port}`
    const first = connect(url)
    const opened = [first]
    try {
      await first.ready
      const oracle = new Oracle({ strategy: 'jwt', store: first.store })
      return broken(
        await oracle.run({
          async begin() {
            await redis.kill()
            const second = connect(url)
            second.ready.catch(() => undefined)
            opened.push(second)
            oracle.restart({ store: second.store })
          },
          end: () => redis.start(),
        }),
      )
    } finally {
      for (const { close } of opened) close()
    }
  })
  scenario(`${name}: stopped and continued`, () =>
    under({ begin: () => redis.signal('SIGSTOP'), end: () => redis.signal('SIGCONT'), lasts: 3_000 }),
  )
  scenario(`${name}: the host vanishes silently, and another takes its place`, () =>
    under({ begin: () => network.vanish(), end: () => network.replace(), lasts: 4_000 }),
  )
  scenario(`${name}: the host is replaced without closing connections`, () =>
    under({ begin: () => network.vanish(), end: () => network.replace(), lasts: 0 }),
  )
  scenario(`${name}: responses are lost`, () =>
    under({
      begin: () => network.loseResponses(true),
      end: () => {
        network.loseResponses(false)
        network.replace()
      },
    }),
  )
  scenario(`${name}: responses take 300 ms`, () =>
    under({ begin: () => network.slow(300), end: () => network.slow(0) }),
  )
  scenario(`${name}: responses take 2 seconds`, () =>
    under({ begin: () => network.slow(2_000), end: () => network.slow(0), lasts: 4_000 }),
  )
  const halfway = async (mode: NetworkMode): Promise<Outcome> => {
    const begin = (): void => {
      cutting.mode = mode
    }
    const end = (): void => {
      cutting.mode = 'pass'
    }
    return broken(await under({ begin, end }, { port: cutting.port }))
  }
  scenario(`${name}: responses are cut halfway`, () => halfway('halved'))
  scenario(`${name}: requests are cut halfway`, () => halfway('requests halved'))
  scenario(`${name}: read-only, as a replica`, async () =>
    broken(
      await under({
        // No server listens at port 1, so the replica keeps its entries and accepts no writes.
        begin: async () => void (await redis.command('REPLICAOF', '127.0.0.1', '1')),
        end: async () => void (await redis.command('REPLICAOF', 'NO', 'ONE')),
      }),
    ),
  )
  scenario(`${name}: read-only, as its replicas are gone`, async () =>
    broken(
      await under({
        begin: async () => void (await redis.command('CONFIG', 'SET', 'min-replicas-to-write', '1')),
        end: async () => void (await redis.command('CONFIG', 'SET', 'min-replicas-to-write', '0')),
      }),
    ),
  )
  scenario(`${name}: memory full, noeviction`, () =>
    under({
      begin: async () => void (await redis.command('CONFIG', 'SET', 'maxmemory', '1')),
      end: async () => void (await redis.command('CONFIG', 'SET', 'maxmemory', '0')),
    }),
  )
  scenario(`${name}: memory full from the start, volatile-ttl`, async () => {
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'volatile-ttl', 'maxmemory', '3mb')
    const { store, ready, close } = connect(`redis://127.0.0.1:${network.port}`)
    await ready
    const stored = await Promise.resolve(store.set('session:probe', 'revoked', 60)).then(
      () => true,
      () => false,
    )
    close()
    await redis.command('CONFIG', 'SET', 'maxmemory', '0', 'maxmemory-policy', 'noeviction')
    if (stored) throw new Error('A server that evicts entries was accepted.')
    return under({ begin: () => undefined, end: () => undefined, lasts: 200 })
  })
  scenario(`${name}: no more connections`, async () => {
    // This client takes the only allowed connection.
    const admin = createClient({ url: redis.url })
    admin.on('error', () => {})
    await admin.connect()
    try {
      return await under({
        async begin() {
          await admin.sendCommand(['CONFIG', 'SET', 'maxclients', '1'])
          network.cut()
        },
        end: async () => void (await admin.sendCommand(['CONFIG', 'SET', 'maxclients', '10000'])),
      })
    } finally {
      admin.destroy()
    }
  })

  const emptied: Fault = {
    begin: () => redis.kill(),
    async end() {
      await redis.forget()
      await redis.start()
    },
  }
  scenario(`${name}: restarted empty, every session ends once`, () => under(emptied), 'lost')
  scenario(
    `${name}: restarted empty, endSessionsWithStore: false`,
    () => under(emptied, { endSessionsWithStore: false }),
    'resurrected',
  )
  const claims = { hasClaims: true }
  scenario(`${name}: claims in Redis, kill -9, restart from the append-only file`, () =>
    under({ begin: () => redis.kill(), end: () => redis.start() }, claims),
  )
  scenario(`${name}: claims in Redis, responses are lost`, () =>
    under(
      {
        begin: () => network.loseResponses(true),
        end: () => {
          network.loseResponses(false)
          network.replace()
        },
      },
      claims,
    ),
  )
  scenario(`${name}: claims in Redis, memory full, noeviction`, () =>
    under(
      {
        begin: async () => void (await redis.command('CONFIG', 'SET', 'maxmemory', '1')),
        end: async () => void (await redis.command('CONFIG', 'SET', 'maxmemory', '0')),
      },
      claims,
    ),
  )
  scenario(
    `${name}: claims in Redis, restarted empty, every session ends`,
    () => under(emptied, claims),
    'lost',
  )
  scenario(`${name}: restarted empty, sessions of strategy 'database'`, () =>
    under(emptied, { strategy: 'database', adapter: memory() }),
  )
}

test.skipIf(missing)(
  'docs/operations.md: after a restore, a new AUTH_SECRET ends sessions that were signed out since the backup',
  async () => {
    network.replace()
    const url = `redis://127.0.0.1:${network.port}`
    const { store, ready, close } = (clients['redis'] as NonNullable<(typeof clients)[string]>)(url)
    try {
      await ready
      const authorize = () => ({ id: 'ada', name: 'Ada' })
      const providers = [credentials({ input: {}, authorize })] as const
      const withSecret = (secret: string) =>
        app({ providers, session: { strategy: 'jwt' }, options: { store, secret, logger: {} } })
      const before = withSecret('the secret of before, of thirty-two characters')
      const browser = new Browser(before.handle)
      await browser.post('/auth/callback/credentials')
      const copy = browser.jar.clone()
      const readBy = ({ handle }: { handle: Browser['handle'] }): Promise<unknown> =>
        new Browser(handle, browser.origin, copy.clone()).session()

      const backup = await dump()
      await browser.post('/auth/signout')
      expect(await readBy(before)).toBeNull()
      await restore(backup)
      // The restored store has no record of the revocation. This is why the page requires a new secret.
      expect(await readBy(before)).not.toBeNull()
      expect(await readBy(withSecret('the secret of afterwards, of thirty-two characters'))).toBeNull()
    } finally {
      close()
    }
  },
)

/** The outcome of a fault that users noticed. Throws if no request failed. */
function broken(outcome: Outcome): Outcome {
  if (outcome.errors === 0) throw new Error('The fault broke nothing.')
  return outcome
}

/** All entries of the server, as a backup contains them. */
async function dump(): Promise<readonly (readonly [key: string, value: string])[]> {
  const keys = (await redis.command('KEYS', '*')) as string[]
  return Promise.all(keys.map(async (key) => [key, String(await redis.command('GET', key))] as const))
}

async function restore(backup: Awaited<ReturnType<typeof dump>>): Promise<void> {
  // The server belongs to this file only.
  await redis.command('FLUSHALL')
  for (const [key, value] of backup) await redis.command('SET', key, value, 'EX', '3600')
}
