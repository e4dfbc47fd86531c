import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locationOf } from '../../support/browser.js'
import { runs } from '../../support/fuzz.js'
import { anyTarget, hostileTargets, plainTargets } from '../../support/targets.js'
import {
  flowsOf,
  makeWorld,
  ORIGIN,
  PASSWORD,
  type World,
  type WorldOptions,
  worlds,
} from '../../support/world.js'

const start = worlds()

/** Every way in which a browser, or a callback of the application, says where to go. */
type Channel = (target: string, options?: WorldOptions) => Promise<{ world: World; leadsTo: string }>

const channels: Record<string, Channel> = {
  async 'the address'(target, options) {
    const world = await start(options)
    const page = await world.browser.send(`/auth/signin?callbackUrl=${encode(target)}`)
    const shown = /name="callbackUrl" value="([^"]*)"/.exec(await page.text())?.[1] ?? ''
    return { world, leadsTo: decodeHtml(shown) }
  },
  async 'a form'(target, options) {
    const world = await start(options)
    const done = await world.enter(world.browser, { callbackUrl: target })
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
    return { world, leadsTo: locationOf(done).href }
  },
  async JSON(target, options) {
    const world = await start(options)
    const body = {
      csrfToken: await world.browser.csrfToken(),
      callbackUrl: target,
      email: 'grace@example.com',
      password: PASSWORD,
    }
    const done = await world.browser.send('/auth/callback/credentials', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: ORIGIN },
    })
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
    return { world, leadsTo: locationOf(done).href }
  },
  async 'a flow'(target, options) {
    const world = await start(options)
    const done = await world.signIn(world.browser, target)
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    return { world, leadsTo: locationOf(done).href }
  },
  async 'callbacks.signIn'(target, options) {
    const world = await start({ ...options, callbacks: { ...options?.callbacks, signIn: () => target } })
    const done = await world.enter()
    expect(await world.browser.session()).toBeNull()
    return { world, leadsTo: locationOf(done).href }
  },
  async 'a sign-out'(target, options) {
    const world = await start(options)
    await world.enter()
    const done = await world.browser.post('/auth/signout', { callbackUrl: target })
    expect(await world.browser.session()).toBeNull()
    return { world, leadsTo: locationOf(done).href }
  },
}

describe.each(Object.keys(channels))('a target that came by %s', (name) => {
  const channel = channels[name] as Channel

  test.each(plainTargets)('%s: %j leads to %s', async (_, target, expected) => {
    expect((await channel(target)).leadsTo).toBe(expected)
  })

  test.each(hostileTargets)('%s: %j leads home', async (_, target) => {
    const { world, leadsTo } = await channel(target)
    expect(leadsTo).toBe(`${ORIGIN}/`)
    expect(world.errors).toEqual([])
    expect(flowsOf(world.browser)).toEqual([])
  })

  test('RD-14: half a surrogate pair is written as what stands for it', async () => {
    expect((await channel('/\ud800')).leadsTo).toBe(`${ORIGIN}/%EF%BF%BD`)
  })

  const allowed = 'https://allowed.com'
  const redirect = ({ url, baseUrl }: { url: string; baseUrl: string }): string => {
    const { origin } = new URL(url, baseUrl)
    return origin === baseUrl || origin === allowed ? url : baseUrl
  }

  test('RD-19: an origin that the application allows is left to', async () => {
    const { leadsTo } = await channel(`${allowed}/x`, { callbacks: { redirect }, elsewhere: [allowed] })
    expect(leadsTo).toBe(`${allowed}/x`)
  })

  test.each([
    'https://allowed.com.evil.com',
    'https://evil.com/?https://allowed.com',
    'https://evilallowed.com',
    'https://allowed.com@evil.com',
    'https://user:pw@allowed.com/',
    'http://allowed.com/',
    'https://allowed.com:444/',
    'https://evil.com?.allowed.com',
    'javascript://allowed.com/%0aalert(1)',
  ])('RD-19: %s is not one of them', async (target) => {
    const { leadsTo } = await channel(target, { callbacks: { redirect } })
    expect(leadsTo).toBe(`${ORIGIN}/`)
  })
})

describe('RD-16: a target that is no single text', () => {
  test.each(['/auth/signin', '/auth/signout'])('GET %s with two is malformed', async (path) => {
    const { browser } = await start()
    expect((await browser.send(`${path}?callbackUrl=/a&callbackUrl=/b`)).status).toBe(400)
  })

  test('a form with two is malformed', async () => {
    const { browser } = await start()
    const body = `csrfToken=${await browser.csrfToken()}&callbackUrl=/a&callbackUrl=/b`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await browser.send('/auth/signin/acme', { method: 'POST', body, headers })
    expect(response.status).toBe(400)
    expect(flowsOf(browser)).toEqual([])
  })

  test('a list in brackets is another parameter', async () => {
    const { browser } = await start()
    const page = await browser.send('/auth/signin?callbackUrl[]=/a')
    expect(await page.text()).toContain(`value="${ORIGIN}/"`)
  })

  test.each([[{ href: '/a' }], [['/a']], [7], [null], [true]])('JSON %j leads home', async (callbackUrl) => {
    const { browser } = await start()
    const response = await browser.send('/auth/signout', {
      method: 'POST',
      body: JSON.stringify({ csrfToken: await browser.csrfToken(), callbackUrl }),
      headers: { 'content-type': 'application/json' },
    })
    expect(locationOf(response).href).toBe(`${ORIGIN}/`)
  })
})

test('RD-17: an address that is only read changes nothing of a later sign-in', async () => {
  const world = await start()
  const callback = await world.begin()
  const before = world.browser.jar.header
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
  for (const path of ['session', 'csrf', 'providers', 'error', 'verify-request']) {
    const response = await world.browser.send(`/auth/${path}?callbackUrl=/danger`, { headers })
    expect(response.headers.getSetCookie()).toEqual([])
  }
  expect(world.browser.jar.header).toBe(before)
  expect(locationOf(await world.finish(callback)).href).toBe(`${ORIGIN}/inside`)
})

describe('RD-20: no route of ours leads round in circles', () => {
  /** Follows redirects as a browser does, and says how many there were. */
  const hops = async ({ browser }: World, first: Response): Promise<number> => {
    let response = first
    for (let count = 0; count < 10; count++) {
      const location = response.headers.get('location')
      if (location === null || !new URL(location).pathname.startsWith('/auth/')) return count
      const { pathname, search } = new URL(location)
      response = await browser.send(pathname + search)
    }
    return Number.POSITIVE_INFINITY
  }

  test.each([
    '/auth/callback/acme',
    '/auth/callback/acme?code=x&state=y',
    '/auth/signin',
    '/auth/signin/acme?callbackUrl=/auth/signin/acme',
    '/auth/signout',
    '/auth/error?error=Configuration',
  ])('a sign-in that is to end at %s', async (target) => {
    const world = await start()
    expect(await hops(world, await world.signIn(world.browser, target))).toBeLessThanOrEqual(3)
    const stranger = await start()
    const wrong = await stranger.enter(stranger.browser, { password: 'wrong', callbackUrl: target })
    expect(await hops(stranger, wrong)).toBeLessThanOrEqual(3)
  })

  test.each([
    { signIn: '/auth/signin' },
    { signIn: '/auth/signin/acme' },
    { signIn: '/auth/signin?x=1' },
    { error: '/auth/error' },
    { signOut: '/auth/signout' },
    { verifyRequest: '/auth/verify-request' },
    { signIn: '/auth/error', error: '/auth/signin' },
    { signIn: '/auth/signout', signOut: '/auth/error', error: '/auth/signin' },
    { error: '/auth/signin', signIn: '/login' },
  ] as const)('pages %j', async (pages) => {
    const world = await start({ pages })
    for (const path of ['signin', 'signin/acme', 'error?error=AccessDenied', 'signout', 'verify-request']) {
      expect(await hops(world, await world.browser.send(`/auth/${path}`))).toBeLessThanOrEqual(3)
    }
  })

  test('a page of the application stays in use', async () => {
    const { browser } = await start({ pages: { signIn: '/login', error: '/auth/signin' } })
    expect(locationOf(await browser.send('/auth/signin')).pathname).toBe('/login')
    expect(locationOf(await browser.send('/auth/error?error=AccessDenied')).pathname).toBe('/auth/signin')
  })
})

test('RD-23: whatever is sent, what comes out is on our own origin and visible', async () => {
  const world = await makeWorld({ pages: { signIn: '/login' } })
  const property = fc.asyncProperty(anyTarget, async (target) => {
    const response = await world.browser.send(`/auth/signin?callbackUrl=${encode(target)}`)
    const location = response.headers.get('location') ?? ''
    const leadsTo = new URL(location).searchParams.get('callbackUrl') ?? ''
    expect(new URL(leadsTo, 'https://evil.com').origin).toBe(ORIGIN)
    expect(leadsTo).toMatch(/^[!-~]+$/)
  })
  await fc.assert(property, runs)
  world.check()
})

/** As a browser does: what is no character becomes the one that stands for it. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd'))
}

function decodeHtml(text: string): string {
  return text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
}
