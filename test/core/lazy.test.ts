import { beforeEach, expect, test } from 'vitest'
import { customFetch } from '../../src/providers/kinds/custom-fetch.js'
import { lazyApp, type Parts, type RunningApp } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { IdentityProvider } from '../support/identity-provider.js'
import { acme, credentialsWith } from '../support/providers.js'

let idp: IdentityProvider
beforeEach(async () => {
  idp = await IdentityProvider.start()
})

const logger = { error: () => {}, warn: () => {} }

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
  expect(idp.requestCount('/.well-known/openid-configuration')).toBe(1)
  expect(idp.requestCount('/jwks')).toBe(1)
})

test.each<[string, readonly { readonly issuer?: string; readonly wellKnown?: string }[]]>([
  ['issuer', [{ issuer: 'https://one.test' }, { issuer: 'https://two.test' }]],
  ['wellKnown', [{ wellKnown: 'https://idp.test/one' }, { wellKnown: 'https://idp.test/two' }]],
])(
  'configurations per request do not share metadata if the `%s` of the provider differs',
  async (_, tenants) => {
    let current = tenants[0]
    const { handle } = lazyApp(() => configured('s'.repeat(32), current), {
      async fetch(url) {
        const endpoint = `${url}/endpoint`
        return Response.json({
          issuer: new URL(url).origin,
          authorization_endpoint: endpoint,
          token_endpoint: endpoint,
          jwks_uri: endpoint,
        })
      },
    })
    for (const tenant of [...tenants, ...tenants]) {
      current = tenant
      const started = await new Browser(handle).post('/auth/signin/acme')
      expect(locationOf(started).href).toContain(tenant.wellKnown ?? tenant.issuer)
    }
  },
)

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

const origin = 'https://app.test'

const base: Parts = {
  providers: [credentialsWith({ input: {}, authorize: () => ({ id: 'ada', email: 'ada@example.com' }) })],
  options: { secret: 'a secret of more than thirty-two characters', trustHost: true, logger },
}
const withOptions = (options: Parts['options']): Parts => ({
  ...base,
  options: { ...base.options, ...options },
})

/** An application whose configuration is selected by a header of the request. */
const byHeader = (configurations: Readonly<Record<string, Parts>>): RunningApp => {
  let calls = 0
  return lazyApp(async (request) => {
    // Creating a configuration takes a random time, so that requests finish in a different order.
    for (let turns = calls++ % 4; turns > 0; turns--) await undefined
    return configurations[request?.headers.get('x-configuration') ?? ''] as Parts
  })
}

const visitor = (app: RunningApp, configuration: string, at = origin): Browser => {
  const browser = new Browser(app.handle, at)
  browser.headers = { 'x-configuration': configuration }
  return browser
}

/** Pairs of configurations. The second configuration accepts a cookie or a token of the first one. */
const accepted = async (
  browsers: Readonly<Record<string, Browser>>,
  isAccepted: (other: Browser, from: Browser) => Promise<boolean>,
): Promise<string[]> => {
  const names = Object.keys(browsers)
  const pairs = names.flatMap((from) =>
    names.map(async (to) => {
      const [sender, receiver] = [browsers[from] as Browser, browsers[to] as Browser]
      const copy = new Browser(receiver.handle, receiver.origin, sender.jar.clone())
      copy.headers = receiver.headers
      return (await isAccepted(copy, sender)) ? [`${from} > ${to}`] : []
    }),
  )
  return (await Promise.all(pairs)).flat()
}
const each = (names: readonly string[]): string[] => names.map((name) => `${name} > ${name}`)

const visitorsOf = async (
  configurations: Readonly<Record<string, Parts>>,
  prepare: (browser: Browser) => Promise<unknown>,
): Promise<Record<string, Browser>> => {
  const app = byHeader(configurations)
  const browsers = Object.fromEntries(Object.keys(configurations).map((name) => [name, visitor(app, name)]))
  await Promise.all(Object.values(browsers).map(prepare))
  return browsers
}

/** Configurations whose keys differ. */
const keys: Readonly<Record<string, Parts>> = {
  base,
  secret: withOptions({ secret: 'another secret of more than thirty-two characters' }),
  // Concatenated, these secrets equal the secret of another configuration.
  secrets: withOptions({ secret: ['a secret of more than thirty-two', ' characters'] }),
  cookies: { ...base, cookies: { sessionToken: { name: 'session' }, csrfToken: { name: 'csrf' } } },
  authjs: withOptions({ compat: 'authjs' }),
  insecure: withOptions({ useSecureCookies: false }),
  tenantOne: { ...base, tenant: () => 'one' },
  tenantTwo: { ...base, tenant: () => 'two' },
}

test('a configuration per request rejects a session of another configuration', async () => {
  const configurations = {
    ...keys,
    audience: withOptions({ sessionAudience: 'other.example.com' }),
    domain: { ...base, session: { domain: 'app.test' } },
    tokens: { ...base, jwt: { secret: 'a secret of tokens of more than thirty-two' } },
  }
  const browsers = await visitorsOf(configurations, async (browser) => {
    await browser.post('/auth/callback/credentials')
  })
  expect(await accepted(browsers, async (other) => (await other.session()) !== null)).toEqual(
    each(Object.keys(configurations)),
  )
})

test('a configuration per request rejects a CSRF token of another configuration', async () => {
  const browsers = await visitorsOf(keys, (browser) => browser.csrfToken())
  const isAccepted = async (other: Browser, from: Browser): Promise<boolean> =>
    (await other.csrfToken()) === (await from.csrfToken())
  expect(await accepted(browsers, isAccepted)).toEqual(each(Object.keys(keys)))
})

test('the cookie names of a configuration per request depend only on its options', async () => {
  const browsers = await visitorsOf(
    { ...keys, base2: base, named: { ...base, cookies: { csrfToken: { name: 'mine' } } } },
    (browser) => browser.csrfToken(),
  )
  const names = Object.entries(browsers).map(([name, { jar }]) => [name, ...jar.names])
  const standard = '__Host-authwright.csrf-token'
  expect(names).toEqual([
    ['base', standard],
    ['secret', standard],
    ['secrets', standard],
    ['cookies', 'csrf'],
    ['authjs', '__Host-authjs.csrf-token'],
    ['insecure', 'authwright.csrf-token'],
    ['tenantOne', standard],
    ['tenantTwo', standard],
    ['base2', standard],
    ['named', 'mine'],
  ])
})

test('a configuration per request trusts only the hosts in its own list', async () => {
  const configurations: Record<string, Parts> = {
    all: base,
    none: withOptions({ trustHost: false }),
    list: withOptions({ trustHost: ['app.test'] }),
    other: withOptions({ trustHost: ['other.test'] }),
  }
  const app = byHeader(configurations)
  const statuses = async (at: string): Promise<Record<string, number>> => {
    const names = [...Object.keys(configurations), ...Object.keys(configurations).reverse()]
    const visits = names.map(async (name) => {
      const { status } = await visitor(app, name, at).send('/auth/session')
      return [name, status] as const
    })
    return Object.fromEntries(await Promise.all(visits))
  }
  expect(await statuses(origin)).toEqual({ all: 200, none: 421, list: 200, other: 421 })
  expect(await statuses('https://other.test')).toEqual({ all: 200, none: 421, list: 421, other: 200 })
})

test('a configuration per request has separate session lifetimes and providers', async () => {
  const configurations: Record<string, Parts> = {
    short: { ...base, session: { maxAge: 60 } },
    long: { ...base, session: { maxAge: 6000 } },
    acme: { ...base, providers: [...base.providers, acme()] },
    renamed: { ...base, providers: [...base.providers, acme({ name: 'Renamed' })] },
  }
  const start = Date.now()
  const browsers = await visitorsOf(configurations, (browser) => browser.post('/auth/callback/credentials'))
  const visits = Object.entries(browsers).map(async ([name, browser]) => {
    const [session, response] = await Promise.all([browser.session(), browser.send('/auth/providers')])
    const providers = (await response.json()) as Record<string, { name: string }>
    const minutes = Math.round((Date.parse(session.expires) - start) / 60_000)
    return [name, minutes, providers['acme']?.name]
  })
  expect(await Promise.all(visits)).toEqual([
    ['short', 1, undefined],
    ['long', 100, undefined],
    ['acme', 43_200, 'Acme'],
    ['renamed', 43_200, 'Renamed'],
  ])
})

test('a configuration per request uses a variable that is set after the first request has failed', async () => {
  const environment: Record<string, string> = { NODE_ENV: 'production' }
  const app = lazyApp(() => ({ providers: base.providers, options: { logger } }), { environment })
  const status = async (): Promise<number> => (await visitor(app, '').send('/auth/session')).status
  expect(await status()).toBe(500)
  environment['AUTH_SECRET'] = 'a secret of more than thirty-two characters'
  environment['AUTH_TRUSTED_HOSTS'] = 'app.test'
  expect(await status()).toBe(200)
})
