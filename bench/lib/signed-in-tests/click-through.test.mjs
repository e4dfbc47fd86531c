import { once } from 'node:events'
import { createServer } from 'node:http'
import { createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { toNodeHandler } from 'authwright/node'
import { oidc } from 'authwright/providers/oidc'
import { identityProvider } from 'authwright/testing'
import { chromium } from 'playwright-core'
import { afterAll } from 'vitest'
import { findBrowser } from '../../../scripts/lib/programs.mjs'
import { application } from './application.mjs'
import { tenTests } from './tests.mjs'

const idp = await identityProvider({ port: 0 })
const auth = createAuth()
  .provider(
    oidc({
      id: 'acme',
      name: 'Acme',
      issuer: idp.issuer,
      clientId: idp.client.id,
      clientSecret: idp.client.secret,
    }),
  )
  .adapter(memory())
  .session({ strategy: 'database' })
  .options({ secret: 'only for tests: thirty-two characters', trustHost: true })
  .build()
const server = createServer(toNodeHandler(application(auth.auth, auth.handler))).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
const site = `http://localhost:${port}`
const browser = await chromium.launch({
  executablePath: String(findBrowser()),
  args: ['--no-sandbox', '--host-resolver-rules=MAP localhost 127.0.0.1'],
})

afterAll(async () => {
  await browser.close()
  server.close()
  await idp.close()
})

tenTests(async (name) => {
  idp.user = { sub: crypto.randomUUID(), name }
  const page = await browser.newPage()
  await page.goto(`${site}/auth/signin?callbackUrl=/`)
  await page.getByRole('button', { name: 'Acme' }).click()
  await page.waitForURL(`${site}/`)
  return async (path) => {
    const response = await page.goto(site + path)
    return String(await response?.text())
  }
})
