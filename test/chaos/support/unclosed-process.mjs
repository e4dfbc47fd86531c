/*
 * A process that reads and starts sessions, and prints the status of each: `node unclosed-process.mjs
 * '<options as JSON>'`. `closes` says whether it calls `auth.close()`. The process creates a Redis client,
 * which it closes or stops referencing.
 */
import { createAuth } from 'authwright'
import { pg } from 'authwright/adapters/pg'
import { sqlite } from 'authwright/adapters/sqlite'
import { credentials } from 'authwright/providers/credentials'
import { redisStore } from 'authwright/stores/redis'
import { createClient } from 'redis'

const { database, redis, closes } = JSON.parse(process.argv[2] ?? '{}')

const client = redis ? createClient({ url: redis, disableOfflineQueue: true }) : undefined
client?.on('error', () => {})
await client?.connect()

const origin = 'https://app.test'
const auth = createAuth()
  .provider(credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) }))
  .adapter(database.startsWith('postgres') ? pg(database) : sqlite(database))
  .session({ strategy: 'database' })
  .options({
    secret: 'a secret of more than thirty-two characters',
    logger: { error: () => {}, warn: () => {} },
    ...(client && { store: redisStore({ client }) }),
  })
  .build()

/** @param {string} path @param {RequestInit} [init] */
const send = (path, init = {}) => {
  const method = init.method === 'POST' ? 'POST' : 'GET'
  return auth.handlers[method](new Request(origin + path, init))
}

const csrf = await send('/auth/csrf')
const { csrfToken } = await csrf.json()
const cookie = csrf.headers
  .getSetCookie()
  .map((line) => line.split(';', 1)[0])
  .join('; ')
const signIn = await send('/auth/callback/credentials', {
  method: 'POST',
  headers: { cookie, origin },
  body: new URLSearchParams({ csrfToken }),
})
const session = await send('/auth/session', {
  headers: { cookie: '__Host-authwright.session-token=00000000-0000-4000-8000-000000000000' },
})
const health = await auth.health({ deep: true })
if (closes) {
  await auth.close()
  client?.destroy()
} else client?.unref()
process.stdout.write(JSON.stringify({ signIn: signIn.status, session: session.status, healthy: health.ok }))
