/** The configuration or tenant must be chosen by the same host that the URLs of the response use. */
import { beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '../../../src/stores/memory.js'
import {
  app,
  type LazyBuilder,
  lazyApp,
  type Parts,
  type RunningApp,
  SECRET,
  type Surroundings,
} from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { credentialsWith } from '../../support/providers.js'

const OWN = 'https://b.app.test'
const VICTIM = 'https://a.app.test'
const HOSTS = ['*.app.test']
const silent = { error: () => {}, warn: () => {} }

/** The requests that the function of the application received. */
let seen: (Request | undefined)[]
beforeEach(() => {
  seen = []
})

/** The configuration of a customer. The customer controls which users it signs in. */
function customer(host: string, options: Parts['options'] = {}): Parts {
  const user = { id: 'boss', name: host, email: 'boss@a.example' }
  return {
    providers: [credentialsWith({ input: {}, authorize: () => user })],
    options: { secret: SECRET, store: memoryStore(), logger: silent, ...options },
  }
}

function byHost(
  surroundings: Surroundings,
  options: Parts['options'] = {},
  outside?: (builder: LazyBuilder) => LazyBuilder,
): RunningApp {
  return lazyApp(
    (request) => {
      seen.push(request)
      return customer(request ? new URL(request.url).hostname : 'none', options)
    },
    { environment: { NODE_ENV: 'production' }, ...surroundings },
    outside,
  )
}

/**
 * Signs in at the attacker's host, with a header that names the host of another customer, and returns the
 * cookies.
 */
async function attack(handle: RunningApp['handle'], headers: Record<string, string>): Promise<Browser> {
  const attacker = new Browser(handle, OWN)
  attacker.headers = { ...headers, origin: VICTIM }
  const { csrfToken } = await (await attacker.send('/auth/csrf')).json().catch(() => ({ csrfToken: '' }))
  await attacker.send('/auth/callback/credentials', {
    method: 'POST',
    body: new URLSearchParams({ csrfToken: String(csrfToken) }),
  })
  return attacker
}

/** The name of the session that the cookies open at a host. */
async function nameAt(host: string, { handle, jar }: Browser): Promise<string | undefined> {
  return (await new Browser(handle, host, jar).session())?.user?.name
}

const outsideOfFunction: readonly (readonly [string, () => RunningApp])[] = [
  [
    'a list in AUTH_TRUSTED_HOSTS',
    () => byHost({ environment: { NODE_ENV: 'production', AUTH_TRUSTED_HOSTS: '*.app.test' } }),
  ],
  ['AUTH_TRUST_HOST', () => byHost({ environment: { NODE_ENV: 'production', AUTH_TRUST_HOST: 'true' } })],
  ['a list of the builder', () => byHost({}, {}, (builder) => builder.options({ trustHost: HOSTS }))],
]

describe.each(outsideOfFunction)('hosts that are trusted by %s', (_, start) => {
  test('X-Forwarded-Host chooses the configuration and the origin', async () => {
    const { handle } = start()
    const attacker = await attack(handle, { 'x-forwarded-host': 'a.app.test' })
    // The configuration of the victim's host determined which user signed in.
    expect(await nameAt(VICTIM, attacker)).toBe('a.app.test')
    for (const request of seen) expect(request?.url.startsWith(VICTIM)).toBe(true)
  })

  test('the host of the URL selects the configuration if no header names another host', async () => {
    const { handle } = start()
    const browser = new Browser(handle, OWN)
    await browser.post('/auth/callback/credentials')
    expect(await nameAt(OWN, browser)).toBe('b.app.test')
    expect(await nameAt(VICTIM, browser)).toBeUndefined()
  })

  test('X-Forwarded-Proto without X-Forwarded-Host changes the scheme of the URL that selects the configuration', async () => {
    const { handle } = start()
    await handle(new Request('http://b.app.test/auth/csrf', { headers: { 'x-forwarded-proto': 'https' } }))
    expect(seen.map((request) => request?.url)).toEqual([`${OWN}/auth/csrf`])
  })

  test('a request with a forwarded host keeps method, other headers and `cf`', async () => {
    const { handle } = start()
    const request = new Request(`${OWN}/auth/callback/credentials?a=b`, {
      method: 'POST',
      body: 'field=value',
      headers: { host: 'b.app.test', 'x-forwarded-host': 'a.app.test', cookie: 'c=d' },
    })
    // `defineProperty` instead of an assignment, because `cf` has only a getter in workerd.
    await handle(Object.defineProperty(request, 'cf', { value: { country: 'IS' } }))
    const [given] = seen
    expect(given).toMatchObject({
      url: `${VICTIM}/auth/callback/credentials?a=b`,
      method: 'POST',
      cf: { country: 'IS' },
    })
    expect(Object.fromEntries(given?.headers ?? [])).toMatchObject({
      host: 'a.app.test',
      'x-forwarded-host': 'a.app.test',
      cookie: 'c=d',
    })
  })
})

test.each(outsideOfFunction.filter(([hosts]) => hosts.includes('list')))(
  'if %s contains a host without a scheme, the configuration receives an https: URL',
  async (_, start) => {
    const response = await start().handle(new Request('http://b.app.test/auth/providers'))
    expect(JSON.stringify(await response.json())).toContain(`"${OWN}/auth/callback/credentials"`)
    expect(seen.map((request) => request?.url)).toEqual([`${OWN}/auth/providers`])
  },
)

test('the host of AUTH_URL selects the configuration', async () => {
  const { handle } = byHost({ environment: { NODE_ENV: 'production', AUTH_URL: VICTIM } })
  const attacker = await attack(handle, {})
  expect(await nameAt(VICTIM, attacker)).toBe('a.app.test')
})

describe('a configuration with its own list of trusted hosts', () => {
  const start = (): RunningApp => byHost({}, { trustHost: HOSTS })

  test('a configuration with its own list of trusted hosts signs users in only at the host that selected it', async () => {
    const { handle } = start()
    const attacker = await attack(handle, { 'x-forwarded-host': 'a.app.test' })
    expect(await nameAt(VICTIM, attacker)).toBeUndefined()
    attacker.headers = { 'x-forwarded-host': 'a.app.test' }
    expect((await attacker.send('/auth/session')).status).toBe(421)
  })

  test('a configuration with its own list of trusted hosts accepts requests with the same host in URL and headers', async () => {
    const browser = new Browser(start().handle, OWN)
    browser.headers = { 'x-forwarded-host': 'b.app.test', 'x-forwarded-proto': 'https' }
    await browser.post('/auth/callback/credentials')
    expect(await nameAt(OWN, browser)).toBe('b.app.test')
  })

  test('a configuration with its own list of trusted hosts serves every host with .tenant(false)', async () => {
    const { handle } = byHost({}, { trustHost: HOSTS }, (builder) => builder.tenant(false))
    const browser = new Browser(handle, 'https://internal.test')
    browser.headers = { 'x-forwarded-host': 'a.app.test' }
    expect((await browser.send('/auth/session')).status).toBe(200)
  })
})

test('.tenant() receives the request at the host that the response is for', async () => {
  const hosts: string[] = []
  const { handle } = app({
    ...customer('any', { trustHost: HOSTS }),
    tenant(request) {
      hosts.push(new URL(request.url).host, String(request.headers.get('x-forwarded-host')))
      return new URL(request.url).hostname
    },
    environment: { NODE_ENV: 'production' },
  })
  await handle(new Request(`${OWN}/auth/session`, { headers: { 'x-forwarded-host': 'a.app.test' } }))
  expect(hosts).toEqual(['a.app.test', 'a.app.test'])
})
