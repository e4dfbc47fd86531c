/*
 * A process that reads tokens: `node token-worker.mjs '<options as JSON>'`. It prints each point that it
 * passes as `@<point>`. At the end, it prints the results of the calls, and the number of its requests with a
 * refresh token. With `kill`, it kills itself at that point.
 */
import { writeSync } from 'node:fs'
import { createAuth, customFetch } from 'authwright'
import { pg } from 'authwright/adapters/pg'
import { sqlite } from 'authwright/adapters/sqlite'
import { oidc } from 'authwright/providers/oidc'
import { memoryStore } from 'authwright/stores/memory'
import { redisStore } from 'authwright/stores/redis'
import { createClient } from 'redis'

const { issuer, clientSecret, secret, database, redis, userId, calls, kill, door, resource } = JSON.parse(
  process.argv[2] ?? '{}',
)

/** @param {string} point */
const pass = (point) => {
  writeSync(1, `@${point}\n`)
  if (kill === point) process.kill(process.pid, 'SIGKILL')
}

/**
 * Reports the points before, during and after a write. `during` is reported once the write is sent, or right after the call if
 * nothing is sent.
 * @template Result
 * @param {[before: string, during: string, after: string]} points
 * @param {() => Promise<Result>} write
 */
const around = async ([before, during, after], write, isSent = database.startsWith('postgres')) => {
  pass(before)
  const written = write()
  if (kill === during && isSent) setImmediate(pass, during)
  else pass(during)
  const result = await written
  pass(after)
  return result
}

/** @type {[string, string, string]} */
const lease = ['before the lease is taken', 'while the lease is written', 'after the lease is taken']
/** @type {[string, string, string]} */
const keeping = [
  'before the token for a resource is kept',
  'while the token for a resource is kept',
  'after the token for a resource is kept',
]
/** @type {[string, string, string]} */
const saving = ['before new tokens are stored', 'while new tokens are stored', 'after new tokens are stored']

let sent = 0
let isAnswered = false
/** @param {string} url @param {RequestInit} init */
const fetchCounted = async (url, init) => {
  const isRefresh = String(init.body).includes('grant_type=refresh_token')
  if (!isRefresh) return fetch(url, init)
  pass('before the request')
  sent += 1
  const response = await fetch(door ? door + new URL(url).pathname : url, init)
  isAnswered = true
  pass('after the response')
  return response
}

const adapter = database.startsWith('postgres') ? pg(database) : sqlite(database)
const watched = {
  ...adapter,
  /** @type {typeof adapter.updateAccountIf} */
  updateAccountIf: (account, expected) =>
    around(isAnswered ? saving : lease, () => adapter.updateAccountIf(account, expected)),
}
const client = redis ? await createClient({ url: redis }).connect() : undefined
const store = client ? redisStore({ client, prefix: 'tokens-test:' }) : memoryStore()
const watchedStore = {
  ...store,
  /** @type {typeof store.set} */
  async set(key, value, seconds) {
    if (!key.includes('resource-tokens:')) return store.set(key, value, seconds)
    return around(keeping, async () => store.set(key, value, seconds), client !== undefined)
  },
  /** @type {typeof store.compareAndSet} */
  compareAndSet(key, expected, value, seconds) {
    const write = () => store.compareAndSet(key, expected, value, seconds)
    // A write without an expected value takes a lease that no other process has.
    const isLease = client && key.includes('token-refresh:') && expected === null
    return isLease ? around(lease, async () => write(), true) : write()
  },
}
const auth = createAuth()
  .provider(
    oidc({
      id: 'basic',
      issuer,
      clientId: 'basic',
      clientSecret,
      client: { id_token_signed_response_alg: 'ES256' },
      [customFetch]: fetchCounted,
    }),
  )
  .adapter(watched)
  .options({
    secret,
    logger: {
      error: (error) => void process.stderr.write(`${error.message} ${error.cause?.err?.message ?? ''}\n`),
      warn: () => {},
    },
    store: watchedStore,
  })
  .build()

process.once('SIGTERM', async () => {
  await auth.close()
  process.exit(0)
})

const options = resource ? { resource } : {}
const results = await Promise.all(
  Array.from({ length: calls }, () => auth.tokens.forUser(userId, 'basic', options)),
)
pass('after the tokens are returned')
process.stdout.write(`${JSON.stringify({ sent, results })}\n`)
await adapter.close()
client?.destroy()
process.exit(0)
