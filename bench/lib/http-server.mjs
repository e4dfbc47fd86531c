import { once } from 'node:events'
import { createServer } from 'node:http'
import { encode } from '@auth/core/jwt'
import { toNodeHandler } from 'authwright/node'
import { authjs, authjsConfig, authjsCookies, authwright } from './applications.mjs'
import { isAda, person, secret } from './fixtures.mjs'

const { id: sub, name, email, image: picture } = person
const token = await encode({ token: { sub, name, email, picture }, secret, salt: 'authjs.session-token' })
const config = authjsConfig()
const cookie = await authjsCookies(config, token)
const auth = authwright({ options: { compat: 'authjs' } })

/** Both libraries use this adapter between `node:http` and web standards. */
const theirs = authjs(config)
const variants = [
  { name: 'Auth.js: Request and Response', listener: toNodeHandler(theirs) },
  {
    name: 'Request and Response',
    listener: toNodeHandler((/** @type {Request} */ request) => auth.handler(request)),
    target: 4,
  },
  { name: 'toNodeHandler(auth.handler)', listener: toNodeHandler(auth.handler), target: 9 },
]
const started = []
for (const { name, listener, target } of variants) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const url = `http://127.0.0.1:${port}/auth/session`
  isAda(/** @type {any} */ (await (await fetch(url, { headers: { cookie } })).json()))
  started.push({ name, url, cookie, target })
}
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit())
process.send?.(started)
