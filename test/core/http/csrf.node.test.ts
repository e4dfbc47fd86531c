import { describe, expect, test } from 'vitest'
import type { Browser } from '../../support/browser.js'
import { locationOf } from '../../support/browser.js'
import { ORIGIN, PASSWORD, type WorldOptions, worlds } from '../../support/world.js'

const start = worlds()

const paths = [
  '/auth/signin',
  '/auth/signin/acme',
  '/auth/signout',
  '/auth/session',
  '/auth/callback/credentials',
]
const strategies: WorldOptions[] = [{ strategy: 'database' }, { strategy: 'jwt' }]

/** A request that must be refused, with nothing done and no cookie touched. */
async function refuses(browser: Browser, path: string, init: RequestInit): Promise<void> {
  const before = browser.jar.header
  const response = await browser.send(path, { method: 'POST', ...init })
  expect(response.status).toBe(403)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(browser.jar.header).toBe(before)
}

const form = (fields: Record<string, string>): RequestInit => ({ body: new URLSearchParams(fields) })
const guess = { email: 'grace@example.com', password: PASSWORD }

describe.each(strategies)('sessions: $strategy', (options) => {
  test.each(paths)('CS-1: POST %s without a token does nothing', async (path) => {
    const world = await start(options)
    await world.enter()
    await refuses(world.browser, path, {})
    await refuses(world.browser, path, form(guess))
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
    expect(world.idp.received).toEqual([])
    const stranger = world.anotherBrowser()
    await refuses(stranger, path, form(guess))
    expect(await stranger.session()).toBeNull()
  })

  test.each([
    ['is without its cookie', async (mine: Browser) => ({ token: await mine.csrfToken(), cookie: false })],
    [
      'belongs to another cookie',
      async (_: Browser, other: Browser) => ({ token: await other.csrfToken(), cookie: true }),
    ],
    ['is missing', async () => ({ token: undefined, cookie: true })],
    [
      'is truncated',
      async (mine: Browser) => ({ token: (await mine.csrfToken()).slice(0, -1), cookie: true }),
    ],
    [
      'has one bit changed',
      async (mine: Browser) => {
        const token = await mine.csrfToken()
        const last = String.fromCharCode(token.charCodeAt(token.length - 1) ^ 1)
        return { token: token.slice(0, -1) + last, cookie: true }
      },
    ],
    ['is empty', async () => ({ token: '', cookie: true })],
    ['is a bar', async () => ({ token: '|', cookie: true })],
    ['has three parts', async () => ({ token: 'a|b|c', cookie: true })],
  ])('CS-2: a token that %s is none', async (_, make) => {
    const world = await start(options)
    await world.enter()
    const { token, cookie } = await make(world.browser, world.anotherBrowser())
    if (cookie) await world.browser.csrfToken()
    const init: RequestInit = {
      ...form(token === undefined ? {} : { csrfToken: token }),
      ...(!cookie && { headers: { cookie: withoutCsrf(world.browser) } }),
    }
    for (const path of paths) await refuses(world.browser, path, init)
    expect(await world.browser.session()).not.toBeNull()
  })

  test.each(['|', 'a|b|c', '', 'x'.repeat(4_000), '%', 'null'])(
    'CS-2: a cookie that holds %s vouches for nothing',
    async (value) => {
      const { browser } = await start(options)
      browser.jar.put('__Host-authwright.csrf-token', value)
      for (const token of ['', 'a', value, 'undefined', 'null']) {
        await refuses(browser, '/auth/signout', form({ csrfToken: token }))
      }
    },
  )

  test.each([
    undefined,
    'text/plain',
    'text/plaiN',
    'application/json; x',
    'application/json',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded;charset=utf-8',
    'application/x-www-form-urlencoded; application/json',
  ])('CS-4: without a token a body of %s is refused', async (type) => {
    const world = await start(options)
    await world.enter()
    const body = type?.includes('json') && !type.includes('form') ? '{"a":"b"}' : 'a=b'
    for (const path of paths) {
      const headers = type === undefined ? {} : { 'content-type': type }
      // A string without a type would be given one.
      await refuses(world.browser, path, { body: new TextEncoder().encode(body), headers })
      await refuses(world.browser, path, { headers })
    }
  })

  test('CS-5: a token in the address counts for nothing', async () => {
    const world = await start(options)
    await world.enter()
    const csrfToken = await world.browser.csrfToken()
    for (const path of paths) await refuses(world.browser, `${path}?csrfToken=${csrfToken}`, {})
  })

  test('CS-7: a token from before a sign-in is refused after it, and the page gives a new one', async () => {
    const world = await start(options)
    const before = await world.browser.csrfToken()
    await world.enter()
    await refuses(world.browser, '/auth/signout', form({ csrfToken: before }))
    const page = await (await world.browser.send('/auth/signout')).text()
    const after = /name="csrfToken" value="([^"]+)"/.exec(page)?.[1] ?? ''
    expect(after).not.toBe(before)
    const done = await world.browser.send('/auth/signout', { method: 'POST', ...form({ csrfToken: after }) })
    expect(done.status).toBe(302)
    expect(await world.browser.session()).toBeNull()
    await refuses(world.browser, '/auth/signin/acme', form({ csrfToken: after }))
  })

  test('CS-7: nor does it count when somebody puts its cookie back', async () => {
    const world = await start(options)
    const name = '__Host-authwright.csrf-token'
    const before = await world.browser.csrfToken()
    const cookie = world.browser.jar.get(name) ?? ''
    await world.enter()
    const during = await world.browser.csrfToken()
    const later = world.browser.jar.get(name) ?? ''
    world.browser.jar.put(name, cookie)
    await refuses(world.browser, '/auth/signout', form({ csrfToken: before }))
    expect(await world.browser.session()).not.toBeNull()
    await world.browser.post('/auth/signout')
    world.browser.jar.put(name, later)
    await refuses(world.browser, '/auth/signin/acme', form({ csrfToken: during }))
    expect(world.idp.received).toEqual([])
  })

  test('CS-7: nor that of another person who is signed in', async () => {
    const world = await start(options)
    const name = '__Host-authwright.csrf-token'
    const attacker = world.anotherBrowser()
    await world.signIn(attacker)
    const csrfToken = await attacker.csrfToken()
    await world.enter()
    world.browser.jar.put(name, attacker.jar.get(name) ?? '')
    await refuses(world.browser, '/auth/signout', form({ csrfToken }))
  })

  test('CS-7: a token outlives the extension of its session', async () => {
    let now = Date.now()
    const world = await start({ ...options, clock: () => now, session: { updateAge: 60 } })
    await world.enter()
    const csrfToken = await world.browser.csrfToken()
    now += 61_000
    expect(await world.browser.session()).not.toBeNull()
    const done = await world.browser.send('/auth/signout', { method: 'POST', ...form({ csrfToken }) })
    expect(done.status).toBe(302)
  })

  test('CS-8: a form from before a rotation of the secret still works', async () => {
    const old = 'an old secret of more than thirty-two characters'
    const before = await start({ ...options, options: { secret: old } })
    const after = await start({
      ...options,
      options: { secret: ['the new secret of this test, long enough', old] },
    })
    const csrfToken = await before.browser.csrfToken()
    after.browser.jar.put(
      '__Host-authwright.csrf-token',
      before.browser.jar.get('__Host-authwright.csrf-token') ?? '',
    )
    const done = await after.browser.send('/auth/signin/acme', { method: 'POST', ...form({ csrfToken }) })
    expect(locationOf(done).origin).toBe('https://idp.test')
  })

  test.each([
    ['the address', '?skipCSRFCheck=true&skipCsrfCheck=1&authwright.skipCSRFCheck=1', {}, {}],
    ['a header', '', { 'x-skip-csrf-check': 'true', 'x-auth-return-redirect': '1', skipcsrfcheck: '1' }, {}],
    ['JSON', '', { 'content-type': 'application/json' }, { skipCSRFCheck: true, csrfToken: true }],
  ])('CS-10: the check cannot be switched off by %s', async (_, query, headers, body) => {
    const world = await start(options)
    await world.enter()
    const init = { headers, body: JSON.stringify(body) }
    for (const path of paths) await refuses(world.browser, path + query, init)
  })

  test('CS-11: GET asks and does nothing, HEAD is not answered', async () => {
    const world = await start(options)
    await world.enter()
    const page = await world.browser.send('/auth/signout')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('method="post"')
    const started = await world.browser.send('/auth/signin/acme')
    expect(locationOf(started).href).toMatch(`${ORIGIN}/auth/signin?`)
    expect(started.headers.getSetCookie()).toEqual([])
    for (const path of ['/auth/signout', '/auth/signin/acme']) {
      const head = await world.browser.send(path, { method: 'HEAD' })
      expect([head.status, head.headers.getSetCookie()]).toEqual([405, []])
    }
    expect(await world.browser.session()).not.toBeNull()
    expect(world.idp.received).toEqual([])
  })
})

function withoutCsrf({ jar }: Browser): string {
  return jar.header
    .split('; ')
    .filter((pair) => !pair.includes('csrf-token'))
    .join('; ')
}
