import { once } from 'node:events'
import { createServer } from 'node:http'
import { createAuth } from 'authwright'
import { pg } from 'authwright/adapters/pg'
import { redisSessions } from 'authwright/adapters/redis-sessions'
import { toNodeHandler } from 'authwright/node'
import { credentials } from 'authwright/providers/credentials'
import { redisStore } from 'authwright/stores/redis'
import { createClient } from 'redis'
import { logger, secret } from './fixtures.mjs'

/* One server of the cluster. Users are in PostgreSQL. Sessions and expiring entries are in Redis. */

const client = createClient({ url: String(process.env['REDIS_URL']), disableOfflineQueue: true })
client.on('error', () => undefined)
await client.connect()
const users = pg(String(process.env['DATABASE_URL']))
const auth = createAuth()
  .provider(credentials({ input: { id: {} }, authorize: ({ id }) => users.getUser(id) }))
  .adapter(redisSessions(users, { client }))
  // A read extends a session that is at least one second old.
  .session({ maxAge: 3600, updateAge: 1 })
  .options({
    secret,
    trustHost: true,
    store: redisStore({ client }),
    limits: { account: false, global: false, browser: false },
    logger: { ...logger, error: () => undefined },
  })
  .build()

const server = createServer(toNodeHandler(auth.handler)).listen(Number(process.env['PORT']), '127.0.0.1')
await once(server, 'listening')
process.on('SIGTERM', async () => {
  server.close()
  server.closeIdleConnections()
  await once(server, 'close')
  process.exit()
})
process.on('disconnect', () => process.exit())
process.send?.('listening')
