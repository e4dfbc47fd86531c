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

/** An application with a configuration per request. */
const lazy = (configure: () => Parts): RunningApp => lazyApp(configure, { fetch: idp.fetch })

const configured = (secret: string, own: Parameters<typeof acme>[0] = {}): Parts => ({
  providers: [acme(own)],
  options: { secret, logger },
})

const signIn = async (browser: Browser): Promise<URL> => {
  const started = await browser.post('/auth/signin/acme', { callbackUrl: '/inside' })
  const { pathname, search } = idp.authorize(locationOf(started))
  return locationOf(await browser.send(pathname + search))
}

test('a configuration per request fetches metadata and keys of a provider once', async () => {
  const { handle } = lazy(() => configured('s'.repeat(32)))
  for (let visit = 0; visit < 3; visit++) await signIn(new Browser(handle))
  expect(idp.asked('/.well-known/openid-configuration')).toBe(1)
  expect(idp.asked('/jwks')).toBe(1)
})

test('a configuration per request uses the fetch function of its provider', async () => {
  let own = 0
  const { handle } = lazy(() =>
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
