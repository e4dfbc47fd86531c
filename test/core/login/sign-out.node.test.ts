import { describe, expect, test } from 'vitest'
import { locationOf } from '../../support/browser.js'
import { ORIGIN, worlds } from '../../support/world.js'

const start = worlds()
/** The cookie of a known browser, which survives a sign-out. Attempts of known browsers are counted separately. */
const LEFT = ['__Host-authwright.browser', '__Host-authwright.csrf-token']

const NAME = '__Host-authwright.session-token'

test('an adapter that rejects the deletion of a missing session does not prevent a sign-out with an old cookie', async () => {
  const world = await start({
    through: (real) => ({
      ...real,
      async deleteSession(token) {
        const deleted = await real.deleteSession(token)
        if (!deleted) throw new Error('Record to delete does not exist.')
        return deleted
      },
    }),
  })
  await world.enter()
  const csrfToken = await world.browser.csrfToken()
  for (const { sessionToken } of [...world.adapter.rows.sessions])
    await world.adapter.deleteSession(sessionToken)
  const body = new URLSearchParams({ csrfToken, callbackUrl: '/bye' })
  const response = await world.browser.send('/auth/signout', {
    method: 'POST',
    body,
    headers: { origin: ORIGIN },
  })
  expect(locationOf(response).pathname).toBe('/bye')
  expect(world.browser.jar.names).toEqual(LEFT)
  expect(world.errors).toEqual([])
})

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  test('SO-1: a sign-out ends the session with every copy of its cookie, and sign-ins in progress', async () => {
    const told: unknown[] = []
    const world = await start({ strategy, events: { signOut: (message) => void told.push(message) } })
    await world.enter()
    await world.begin()
    await world.begin()
    const saved = world.browser.jar.clone()
    const response = await world.browser.post('/auth/signout', { callbackUrl: '/bye' })
    expect(locationOf(response).href).toBe(`${ORIGIN}/bye`)
    expect(world.browser.jar.names).toEqual(LEFT)
    expect(world.adapter.rows.sessions).toEqual([])
    expect(told).toHaveLength(1)
    const thief = world.anotherBrowser()
    for (const name of saved.names) thief.jar.put(name, saved.get(name) ?? '')
    expect(await thief.session()).toBeNull()
  })

  test('SO-1: a sign-out deletes every cookie of a session token in several cookies', async () => {
    const world = await start({
      strategy: 'jwt',
      callbacks: { jwt: ({ token }) => ({ ...token, long: 'x'.repeat(6_000) }) },
    })
    await world.enter()
    expect(world.browser.jar.names).toContain(`${NAME}.1`)
    await world.browser.post('/auth/signout')
    expect(world.browser.jar.names).toEqual(LEFT)
  })

  test.each([
    ['no session token', undefined],
    ['a malformed session token', 'garbage'],
    ['an unknown session token', '0123456789abcdef.0'],
  ])('SO-2: a sign-out with %s gets the same response as any other sign-out', async (_, token) => {
    const told: unknown[] = []
    const world = await start({ strategy, events: { signOut: (message) => void told.push(message) } })
    if (token) world.browser.jar.put(NAME, token)
    const response = await world.browser.post('/auth/signout', { callbackUrl: '/bye' })
    expect([response.status, locationOf(response).href]).toEqual([302, `${ORIGIN}/bye`])
    expect(world.browser.jar.names).toEqual(['__Host-authwright.csrf-token'])
    expect(world.errors).toEqual([])
    // A listener may see that there was a cookie, but not which user's session it was.
    for (const message of told) expect(message).toEqual({ session: null })
  })

  test('SO-2: a sign-out with a session of another tenant does not end that session', async () => {
    const [here, there] = [
      await start({ strategy }),
      await start({ strategy, options: { secret: 'the secret of another tenant, long enough' } }),
    ]
    await there.enter()
    here.browser.jar.put(NAME, there.browser.jar.get(NAME) ?? '')
    const response = await here.browser.post('/auth/signout')
    expect(response.status).toBe(302)
    expect(here.browser.jar.get(NAME)).toBeUndefined()
    expect(await there.browser.session()).not.toBeNull()
  })

  test.each([
    ['a link', 'GET', {}],
    ['an image on another site', 'GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
    ['a prefetch', 'GET', { 'sec-purpose': 'prefetch' }],
  ])('SO-4: %s ends no session', async (_, method, headers) => {
    const world = await start({ strategy })
    await world.enter()
    const response = await world.browser.send('/auth/signout?callbackUrl=/x', { method, headers })
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await world.browser.session()).not.toBeNull()
  })

  test.each([
    ['without a token', {}, undefined],
    [
      "with the token of the attacker's session",
      { origin: 'https://evil.com', 'sec-fetch-site': 'cross-site' },
      'mine',
    ],
    ['with the right token', { origin: 'https://evil.com', 'sec-fetch-site': 'cross-site' }, 'right'],
    ['with the right token, from a sandboxed frame', { origin: 'null' }, 'right'],
    ['with the right token, from a sibling subdomain', { 'sec-fetch-site': 'same-site' }, 'right'],
  ])('SO-4: a form of another site %s ends no session', async (_, headers, whose) => {
    const world = await start({ strategy })
    await world.enter()
    const mallory = world.anotherBrowser()
    const token = { mine: () => mallory.csrfToken(), right: () => world.browser.csrfToken() }
    const csrfToken = whose ? await token[whose as 'mine' | 'right']() : ''
    const body = new URLSearchParams({ csrfToken })
    const response = await world.browser.send('/auth/signout', {
      method: 'POST',
      body,
      headers: headers as HeadersInit,
    })
    expect(response.status).toBe(403)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await world.browser.session()).not.toBeNull()
  })

  test('SO-10: the back button shows no page of the ended session', async () => {
    const world = await start({ strategy })
    await world.enter()
    for (const path of ['session', 'signin', 'signout', 'csrf', 'providers', 'error', 'verify-request']) {
      const response = await world.browser.send(`/auth/${path}`)
      expect(response.headers.get('cache-control')).toContain('no-store')
    }
    await world.browser.post('/auth/signout')
    expect(await world.browser.session()).toBeNull()
  })
})
