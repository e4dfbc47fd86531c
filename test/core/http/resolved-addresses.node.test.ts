import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Fetch } from '../../../src/providers/kinds/custom-fetch.js'
import { customFetch } from '../../../src/providers/kinds/custom-fetch.js'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import { locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { type World, worlds } from '../../support/world.js'

/* The metadata of an issuer contains endpoints at public host names, which DNS resolves to private IP addresses. */

const start = worlds()

/** The IP addresses of host names, and the host names that were looked up. */
const { names, lookedUp } = vi.hoisted(() => ({
  names: new Map<string, readonly string[] | Error>(),
  lookedUp: [] as string[],
}))

vi.mock('node:dns/promises', () => ({
  lookup: async (name: string) => {
    lookedUp.push(name)
    const found = names.get(name) ?? new Error(`ENOTFOUND ${name}`)
    if (found instanceof Error) throw found
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  },
}))

let idp: IdentityProvider

beforeEach(async () => {
  names.clear()
  lookedUp.length = 0
  idp = await IdentityProvider.start()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** An application that sends its requests by the `fetch` of the platform. */
async function world(provider: Partial<OIDCProvider> = {}, failsItself = true): Promise<World> {
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => idp.fetch(url, init))
  return start({ idp, provider, failsItself, fetch: undefined as never })
}

/** The issuer publishes an endpoint at another host. */
function publish(name: string, address: string): void {
  idp.misbehave({ discovery: (document) => ({ ...document, [name]: address }) })
}

const received = (host: string): number => idp.received.filter(({ url }) => url.hostname === host).length

describe.each([
  ['token_endpoint', '/token'],
  ['jwks_uri', '/jwks'],
  ['userinfo_endpoint', '/userinfo'],
])('DI-8: a published %s', (name, path) => {
  const provider = name === 'userinfo_endpoint' ? { idToken: false } : {}

  test.each([
    ['loopback', ['127.0.0.1']],
    ['a private network', ['10.1.2.3']],
    ['a link-local IP address, such as that of a metadata service', ['169.254.169.254']],
    ['a private network beside a public IP address', ['203.0.113.5', '192.168.0.9']],
    ['loopback, by IPv6', ['::1']],
    ['a link-local IP address, by IPv6', ['fe80::1%eth0']],
    ['a private network, by IPv6', ['fd00::1']],
    ['a private IPv4 address in IPv6', ['::ffff:10.0.0.1']],
    ['a multicast IP address', ['224.0.0.1']],
  ])(
    'DI-8: a published endpoint with a name that resolves to %s receives no request',
    async (_, addresses) => {
      names.set('inside.evil.test', addresses)
      publish(name, `https://inside.evil.test${path}`)
      const { signIn, errors, browser } = await world(provider)
      const response = await signIn()
      expect(locationOf(response).pathname).not.toBe('/inside')
      expect(await browser.session()).toBeNull()
      expect(received('inside.evil.test')).toBe(0)
      expect(String((errors.at(-1) as Error).message)).toContain('Set `allowPrivateNetwork: true`')
    },
  )

  test.each([
    ['a public IP address', ['203.0.113.5']],
    ['the placeholder IP address of a proxy', ['198.18.0.7']],
    ['the placeholder IP address of a service mesh', ['240.240.0.7']],
    ['the placeholder IP address of a proxy, written as IPv6', ['::ffff:198.18.0.7']],
    ['the placeholder IP address of a service mesh, written as IPv6', ['::ffff:240.240.0.7']],
  ])('DI-8: a published endpoint with a name that resolves to %s is used', async (_, addresses) => {
    names.set('other.example', addresses)
    publish(name, `https://other.example${path}`)
    const { signIn } = await world(provider, false)
    expect(locationOf(await signIn()).pathname).toBe('/inside')
    expect(received('other.example')).toBeGreaterThan(0)
  })

  test('DI-8: a published endpoint whose name DNS cannot resolve is requested, because a proxy may resolve it', async () => {
    publish(name, `https://unknown.example${path}`)
    const { signIn } = await world(provider, false)
    expect(locationOf(await signIn()).pathname).toBe('/inside')
    expect(lookedUp).toContain('unknown.example')
  })

  test('DI-8: an endpoint on a private network is used without a lookup if the provider allows it', async () => {
    names.set('inside.example', ['10.1.2.3'])
    publish(name, `https://inside.example${path}`)
    const { signIn } = await world({ ...provider, allowPrivateNetwork: true }, false)
    expect(locationOf(await signIn()).pathname).toBe('/inside')
    expect(lookedUp).toEqual([])
  })
})

test('a revocation endpoint with a name that resolves to a private network gets no token', async () => {
  names.set('inside.evil.test', ['10.1.2.3'])
  publish('revocation_endpoint', 'https://inside.evil.test/revoke')
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => idp.fetch(url, init))
  const options = { signOut: 'provider' } as const
  const { signIn, browser } = await start({ idp, options, fetch: undefined as never })
  await signIn()
  expect(await browser.session()).not.toBeNull()
  await browser.post('/auth/signout')
  expect(await browser.session()).toBeNull()
  // The revocation runs after the response.
  await vi.waitFor(() => expect(lookedUp).toContain('inside.evil.test'), 10_000)
  expect(received('inside.evil.test')).toBe(0)
})

test('a host in the configuration is not looked up, even if it is private', async () => {
  names.set('idp.test', ['10.0.0.1'])
  const { signIn, browser } = await world({}, false)
  await signIn()
  expect(await browser.session()).not.toBeNull()
  expect(lookedUp).toEqual([])
})

test('with a custom `fetch`, no host name is looked up before a request', async () => {
  names.set('inside.example', ['10.1.2.3'])
  publish('token_endpoint', 'https://inside.example/token')
  const own: Fetch = (url, init) => idp.fetch(url, init)
  const { signIn } = await world({ [customFetch]: own } as never, false)
  expect(locationOf(await signIn()).pathname).toBe('/inside')
  expect(lookedUp).toEqual([])
})
