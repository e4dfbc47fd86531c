/*
 * A process that reads tokens: `node token-worker.mjs '<options as JSON>'`. It prints what the calls returned, and how many requests with a
 * refresh token it sent. With `kill`, it kills itself at that point.
 */
import { createAuth, customFetch } from 'authwright'
import { pg } from 'authwright/adapters/pg'
import { sqlite } from 'authwright/adapters/sqlite'
import { oidc } from 'authwright/providers/oidc'
import { redisStore } from 'authwright/stores/redis'
import { createClient } from 'redis'

const { issuer, clientSecret, secret, database, redis, userId, calls, kill, hangs } = JSON.parse(
  process.argv[2] ?? '{}',
)

/** @param {string} point */
const pass = (point) => {
  if (kill === point) process.kill(process.pid, 'SIGKILL')
}

let sent = 0
/** @param {string} url @param {RequestInit} init */
const fetchCounted = async (url, init) => {
  const isRefresh = String(init.body).includes('grant_type=refresh_token')
  if (!isRefresh) return fetch(url, init)
  pass('before the request')
  if (hangs) return new Promise(() => {})
  sent += 1
  const response = await fetch(url, init)
  pass('after the response')
  return response
}

const adapter = database.startsWith('postgres') ? pg(database) : sqlite(database)
const watched = {
  ...adapter,
  /** @type {typeof adapter.updateAccountIf} */
  async updateAccountIf(account, expected) {
    const isSave = account.access_token !== undefined
    if (isSave) pass('before new tokens are stored')
    const done = await adapter.updateAccountIf(account, expected)
    pass(isSave ? 'after new tokens are stored' : 'after the lease is taken')
    return done
  },
}
const client = redis ? await createClient({ url: redis }).connect() : undefined
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
    ...(client && { store: redisStore({ client, prefix: 'tokens-test:' }) }),
  })
  .build()

const results = await Promise.all(Array.from({ length: calls }, () => auth.tokens.forUser(userId, 'basic')))
process.stdout.write(`${JSON.stringify({ sent, results })}\n`)
await adapter.close()
client?.destroy()
process.exit(0)
