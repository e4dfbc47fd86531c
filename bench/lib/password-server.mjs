/* A server whose users sign in with a password. It listens until its parent is gone. */
import { createServer } from 'node:http'
import { createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { toNodeHandler } from 'authwright/node'
import { credentials } from 'authwright/providers/credentials'
import { noLimits, secret } from './fixtures.mjs'
import { passwordHasher } from './password-hasher.mjs'

const [, , stored = ''] = process.argv
const { createPasswordHasher } = await passwordHasher()
const hasher = createPasswordHasher({})
const adapter = memory()
const user = await adapter.createUser({ email: 'ada@example.com', emailVerified: null })
const provider = credentials({
  input: { email: { type: 'email' }, password: { type: 'password' } },
  account: ({ email }) => email,
  async authorize({ email, password }) {
    const { valid } = await hasher.verify(password, email === 'ada@example.com' ? stored : null)
    return valid ? user : null
  },
})
const { handler } = createAuth()
  .provider(provider)
  .adapter(adapter)
  .options({ secret, trustHost: true, logger: { error() {}, warn() {} }, limits: noLimits })
  .build()
const server = createServer(toNodeHandler(handler)).listen(0, '127.0.0.1')
server.on('listening', () => process.send?.(server.address()))
process.on('message', () => process.send?.(process.resourceUsage().maxRSS))
process.on('disconnect', () => process.exit())
