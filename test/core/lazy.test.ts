import { beforeEach, expect, test } from 'vitest'
import { customFetch } from '../../src/providers/kinds/custom-fetch.js'
import { lazyApp, type Parts, type RunningApp } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { IdentityProvider } from '../support/identity-provider.js'
import { acme } from '../support/providers.js'

let idp: IdentityProvider
beforeEach(async () => {
  idp = await IdentityProvider.start()
})

const logger = { error: () => {} }

/** An application whose configuration depends on the host of each request. */
const tenants = (configure: (host: string) => Parts | Promise<Parts>): RunningApp =>
  lazyApp((request) => configure(request ? new URL(request.url).host : ''), { fetch: idp.fetch })

const configured = (secret: string, own: Parameters<typeof acme>[0] = {}): Parts => ({
  providers: [acme(own)],
  options: { secret, logger },
})

const signIn = async (browser: Browser): Promise<URL> => {
  const started = await browser.post('/auth/signin/acme', { callbackUrl: '/inside' })
  const { pathname, search } = idp.authorize(locationOf(started))
  return locationOf(await browser.send(pathname + search))
}

test('each request is served by its own configuration', async () => {
  const { handle } = tenants((host) => configured(`${host} ${'s'.repeat(32)}`))
  const one = new Browser(handle, 'https://one.test')
  expect((await signIn(one)).href).toBe('https://one.test/inside')
  expect(await one.session()).not.toBeNull()
  expect(await new Browser(handle, 'https://two.test', one.jar.clone()).session()).toBeNull()
})

test('configurations that are made anew for each request share what is known of a provider', async () => {
  const { handle } = tenants(() => configured('s'.repeat(32)))
  for (let visit = 0; visit < 3; visit++) await signIn(new Browser(handle))
  expect(idp.asked('/.well-known/openid-configuration')).toBe(1)
  expect(idp.asked('/jwks')).toBe(1)
})

test('a provider with a fetch of its own is asked through it by each configuration', async () => {
  let own = 0
  const { handle } = tenants(() =>
    configured('s'.repeat(32), {
      [customFetch]: (url: string, init: RequestInit) => {
        own++
        return idp.fetch(url, init)
      },
    }),
  )
  await signIn(new Browser(handle))
  expect(own).toBe(idp.received.length)
})

test('a configuration that cannot be made fails its own request and no other', async () => {
  const { handle } = tenants(async (host) => {
    if (host === 'broken.test') throw new Error('no such tenant')
    return configured('s'.repeat(32))
  })
  const error = console.error
  console.error = () => {}
  try {
    expect((await handle(new Request('https://broken.test/auth/session'))).status).toBe(500)
  } finally {
    console.error = error
  }
  expect((await handle(new Request('https://fine.test/auth/session'))).status).toBe(200)
})
