/* A server whose users sign in with a password. It ends with its parent process. */
import { createServer } from 'node:http'
import { createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { toNodeHandler } from 'authwright/node'
import { password } from 'authwright/providers/password'
import { noLimits, secret } from './fixtures.mjs'

const [, , hash = ''] = process.argv
const adapter = memory()
const { id: userId } = await adapter.createUser({ email: 'ada@example.com', emailVerified: new Date() })
await adapter.setPasswordIf({ userId, tenant: '', hash, epoch: 'first', changedAt: new Date() }, null)
const { handler } = createAuth()
  .provider(password({ send() {} }))
  .adapter(adapter)
  .options({ secret, trustHost: true, logger: { error() {}, warn() {} }, limits: noLimits })
  .build()
const server = createServer(toNodeHandler(handler)).listen(0, '127.0.0.1')
server.on('listening', () => process.send?.(server.address()))
process.on('message', () => process.send?.(process.resourceUsage().maxRSS))
process.on('disconnect', () => process.exit())
