/*
 * A server with passwords: `password-server.mjs '<options as JSON>'`, started by `fork`. It reports its port, each mail, and each user whose
 * sessions it ended on request.
 */
import { createServer } from 'node:http'
import { createAuth } from 'authwright'
import { pg } from 'authwright/adapters/pg'
import { toNodeHandler } from 'authwright/node'
import { password } from 'authwright/providers/password'
import { redisStore } from 'authwright/stores/redis'
import { createClient } from 'redis'

const { database, redis, strategy } = JSON.parse(process.argv[2] ?? '{}')

/** @param {object} message */
const report = (message) => process.send?.(message)

const client = await createClient({ url: redis }).connect()
const auth = createAuth()
  .provider(
    password({
      // The hash takes no time, so that requests meet at the database.
      hash: {
        hash: (typed) => `plain:${typed}`,
        verify: (typed, stored) => stored === `plain:${typed}`,
      },
      send: ({ url }) => report({ mail: url }),
    }),
  )
  .adapter(pg(database))
  .session({ strategy })
  .options({
    secret: 'a secret of more than thirty-two characters',
    store: redisStore({ client }),
    logger: { warn: () => {} },
  })
  .build()

process.on('message', async (/** @type {{ revoke: string }} */ { revoke }) => {
  await auth.sessions.revokeAll(revoke)
  report({ revoked: revoke })
})

const server = createServer(toNodeHandler(auth.handler)).listen(0, '127.0.0.1', () => {
  report({ port: server.address().port })
})

process.on('disconnect', () => process.exit())
