/** Metadata and keys of a provider are cached and renewed. While the provider does not respond, they are still used. */
import { describe, expect, test } from 'vitest'
import type { Behaviour } from '../../../src/testing.js'
import { signingKey } from '../../../src/testing.js'
import { type Browser, flowsOf, locationOf } from '../../support/browser.js'
import { type RelyingParty, relyingParties } from '../../support/oidc/relying-party.js'

const start = relyingParties()

const wellKnown = '/.well-known/openid-configuration'
const minutes = (count: number): number => count * 60_000

/** An application and a provider with one clock, which `pass` advances. */
const atTime = async (): Promise<{
  party: RelyingParty
  pass(milliseconds: number): void
  behave(behaviour: Partial<Behaviour>): void
}> => {
  let now = Date.now()
  const party = await start({ clock: () => now, session: { strategy: 'jwt' } })
  const seconds = (): number => Math.floor(now / 1000)
  const behave = (behaviour: Partial<Behaviour>): void =>
    party.idp.misbehave({
      claims: (claims) => ({ ...claims, iat: seconds(), exp: seconds() + 300 }),
      ...behaviour,
    })
  behave({})
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  return { party, pass, behave }
}

const down =
  (...paths: string[]): Behaviour['respond'] =>
  ({ url }) => {
    if (paths.includes(url.pathname)) throw new TypeError('fetch failed')
    return undefined
  }

const responding =
  (path: string, status: number): Behaviour['respond'] =>
  ({ url }) =>
    url.pathname === path ? new Response(null, { status }) : undefined

const outcome = async (party: RelyingParty): Promise<string> => locationOf(await party.signIn()).pathname

test('metadata is fetched again after an hour', async () => {
  const { party, pass } = await atTime()
  await outcome(party)
  pass(minutes(59))
  await outcome(party)
  expect(party.idp.requestCount(wellKnown)).toBe(1)
  pass(minutes(2))
  expect(await outcome(party)).toBe('/inside')
  expect(party.idp.requestCount(wellKnown)).toBe(2)
})

test('during an outage, cached metadata is used without a request at each sign-in', async () => {
  const { party, pass, behave } = await atTime()
  await outcome(party)
  pass(minutes(61))
  behave({ respond: down(wellKnown, '/jwks') })
  for (let person = 0; person < 3; person++) expect(await outcome(party)).toBe('/inside')
  expect(party.idp.requestCount(wellKnown)).toBe(2)
  pass(minutes(2))
  expect(await outcome(party)).toBe('/inside')
  expect(party.idp.requestCount(wellKnown)).toBe(3)
})

test('while the issuer does not respond, metadata is used for at most a day', async () => {
  const { party, pass, behave } = await atTime()
  await outcome(party)
  behave({ respond: down(wellKnown) })
  pass(minutes(23 * 60))
  expect(await outcome(party)).toBe('/inside')
  pass(minutes(61))
  const refused = locationOf(await party.browser.post('/auth/signin/acme'))
  expect(refused.searchParams.get('error')).toBe('OAuthSignInError')
  behave({})
  expect(await outcome(party)).toBe('/inside')
})

test('metadata is fetched again after a failed request', async () => {
  const party = await start()
  party.idp.misbehave({ respond: down(wellKnown) })
  expect(locationOf(await party.browser.post('/auth/signin/acme')).searchParams.get('error')).toBe(
    'OAuthSignInError',
  )
  party.idp.misbehave({})
  await party.expectSignedIn(await party.signIn())
})

test.each<[string, Behaviour['respond']]>([
  ['and the network fails', down(wellKnown)],
  ['and responds with 503', responding(wellKnown, 503)],
  ['and responds with 429', responding(wellKnown, 429)],
])(
  'if a process starts while the issuer is down, a callback can be repeated later (%s)',
  async (_, respond) => {
    const before = await start()
    const callback = await before.flow()
    const { idp } = before
    const { browser } = await start({ idp })
    for (const name of before.browser.jar.names) browser.jar.put(name, before.browser.jar.get(name) ?? '')
    idp.misbehave({ respond })
    const refused = locationOf(await before.finish(callback, browser))
    expect(refused.searchParams.get('error')).toBe('OAuthUnavailable')
    expect(refused.searchParams.get('callbackUrl')).toBe('https://app.test/inside')
    expect(idp.requestCount('/token')).toBe(0)
    expect(flowsOf(browser)).toHaveLength(1)
    idp.misbehave({})
    expect(locationOf(await before.finish(callback, browser)).pathname).toBe('/inside')
    expect(flowsOf(browser)).toEqual([])
  },
)

test('if a process starts while the issuer is down, it fetches nothing for a callback without a flow', async () => {
  const party = await start()
  const callback = await party.flow()
  const other = await start({ idp: party.idp })
  const asked = party.idp.requestCount(wellKnown)
  await party.finish(callback, other.browser)
  expect(party.idp.requestCount(wellKnown)).toBe(asked)
})

describe('several requests wait for one fetch', () => {
  test.each([
    ['metadata', wellKnown],
    ['keys', '/jwks'],
  ])(
    'if the first request that waits for %s times out, the other requests get the result',
    async (_, path) => {
      const party = await start({ session: { strategy: 'jwt' } })
      let goOn = (): void => undefined
      const held = new Promise<undefined>((resolve) => {
        goOn = () => resolve(undefined)
      })
      party.idp.misbehave({
        respond: ({ url }) =>
          url.pathname === path && party.idp.requestCount(path) === 1 ? held : undefined,
      })
      const [first, ...others] = Array.from({ length: 6 }, () => party.anotherBrowser())
      const signIn = async (browser: Browser): Promise<string> =>
        locationOf(await party.finish(await party.flow(browser), browser)).pathname
      const waiting = signIn(first as Browser)
      while (party.idp.requestCount(path) === 0) await new Promise(setImmediate)
      for (const outcome of await Promise.all(others.map(signIn))) expect(outcome).toBe('/inside')
      expect(party.idp.requestCount(path)).toBe(2)
      goOn()
      expect(await waiting).toBe('/inside')
    },
  )
})

describe('keys', () => {
  test('keys are fetched once for many sign-ins, and again after ten minutes', async () => {
    const { party, pass } = await atTime()
    await outcome(party)
    pass(minutes(9))
    await outcome(party)
    expect(party.idp.requestCount('/jwks')).toBe(1)
    pass(minutes(2))
    await outcome(party)
    expect(party.idp.requestCount('/jwks')).toBe(2)
  })

  test('keys that the provider has withdrawn are not accepted after the next fetch', async () => {
    const { party, pass, behave } = await atTime()
    const [old] = party.idp.keys
    await outcome(party)
    party.idp.keys = [await signingKey('two')]
    pass(minutes(11))
    behave({ signingKey: old.privateKey, header: (header) => ({ ...header, kid: 'one' }) })
    expect(await outcome(party)).toBe('/auth/signin')
  })

  test('while the provider does not respond, its keys are used for at most a day', async () => {
    const { party, pass, behave } = await atTime()
    await outcome(party)
    behave({ respond: down('/jwks') })
    pass(minutes(23 * 60))
    expect(await outcome(party)).toBe('/inside')
    pass(minutes(61))
    const refused = locationOf(await party.signIn())
    expect(refused.searchParams.get('error')).toBe('OAuthUnavailable')
  })

  test('cached keys are used during an outage', async () => {
    const { party, pass, behave } = await atTime()
    await outcome(party)
    pass(minutes(30))
    behave({ respond: down('/jwks') })
    expect(await outcome(party)).toBe('/inside')
  })

  test.each([
    ['under another kid', 'two'],
    ['under the same kid', 'one'],
  ])(
    'keys that the provider replaced %s are fetched again, once for all concurrent sign-ins',
    async (_, kid) => {
      const party = await start({ session: { strategy: 'jwt' } })
      await outcome(party)
      party.idp.keys = [await signingKey(kid)]
      const browsers = Array.from({ length: 5 }, () => party.anotherBrowser())
      const answers = await Promise.all(
        browsers.map(async (browser) => party.finish(await party.flow(browser), browser)),
      )
      for (const answer of answers) expect(locationOf(answer).pathname).toBe('/inside')
      expect(party.idp.requestCount('/jwks')).toBe(2)
    },
  )

  test('a sign-in fails if its key is still missing after another fetch', async () => {
    const party = await start()
    party.idp.misbehave({ header: (header) => ({ ...header, kid: 'unknown' }) })
    await party.expectRefused(await party.signIn())
    expect(party.idp.requestCount('/jwks')).toBe(2)
  })

  test('keys are fetched again at most once in half a minute for tokens with an unknown kid', async () => {
    const { party, pass, behave } = await atTime()
    await outcome(party)
    expect(party.idp.requestCount('/jwks')).toBe(1)
    behave({ header: (header) => ({ ...header, kid: 'unknown' }) })
    for (let token = 0; token < 5; token++) expect(await outcome(party)).toBe('/auth/signin')
    expect(party.idp.requestCount('/jwks')).toBe(2)
    pass(29_000)
    expect(await outcome(party)).toBe('/auth/signin')
    expect(party.idp.requestCount('/jwks')).toBe(2)
    pass(2_000)
    for (let token = 0; token < 5; token++) expect(await outcome(party)).toBe('/auth/signin')
    expect(party.idp.requestCount('/jwks')).toBe(3)
    // Meanwhile, tokens that were signed with known keys are accepted.
    behave({})
    expect(await outcome(party)).toBe('/inside')
  })

  test.each<[string, Behaviour['respond']]>([
    ['and the network fails', down('/jwks')],
    ['and responds with 503', responding('/jwks', 503)],
    ['and responds with 500', responding('/jwks', 500)],
    ['and responds with 429', responding('/jwks', 429)],
  ])(
    'while the JWKS endpoint is down, the code of a callback is not sent, and the callback can be repeated (%s)',
    async (_, respond) => {
      const party = await start()
      const { idp, browser } = party
      const callback = await party.flow()
      idp.misbehave({ respond })
      for (let attempt = 0; attempt < 2; attempt++) {
        const refused = locationOf(await party.finish(callback))
        expect(refused.searchParams.get('error')).toBe('OAuthUnavailable')
      }
      expect(idp.requestCount('/token')).toBe(0)
      expect(flowsOf(browser)).toHaveLength(1)
      idp.misbehave({})
      await party.expectSignedIn(await party.finish(callback))
      expect(idp.requestCount('/token')).toBe(1)
    },
  )

  test('keys are fetched only for a callback that has both a code and a flow', async () => {
    const party = await start()
    const callback = await party.flow()
    await party.finish(callback, party.anotherBrowser())
    callback.searchParams.delete('code')
    callback.searchParams.set('error', 'access_denied')
    await party.finish(callback)
    expect(party.idp.requestCount('/jwks')).toBe(0)
  })

  test.each([
    ['a redirect', () => Response.redirect('https://evil.test/jwks')],
    ['HTML', () => new Response('<h1>')],
    ['an object instead of an array', () => Response.json({ keys: {} })],
    ['an array of strings', () => Response.json({ keys: ['key'] })],
    [
      'private keys',
      async () => Response.json({ keys: [{ kty: 'oct', k: 'AAAA', kid: 'one', alg: 'RS256' }] }),
    ],
  ])('a JWKS response with %s does not sign a user in', async (kind, respond) => {
    const party = await start()
    party.idp.misbehave({ respond: ({ url }) => (url.pathname === '/jwks' ? respond() : undefined) })
    const refused = await party.signIn()
    expect(locationOf(refused).searchParams.get('error')).toBe('OAuthCallbackError')
    expect(await party.browser.session()).toBeNull()
    // A JWKS with only unusable keys is a valid response, so the provider does not count as unavailable, and
    // the code is sent.
    expect(party.idp.requestCount('/token')).toBe(kind === 'private keys' ? 1 : 0)
  })
})
