import { describe, expect, test } from 'vitest'
import { skipCSRFCheck } from '../../../src/options/auth-options.js'
import { createMac } from '../../../src/runtime/core/crypto/mac.js'
import { readCookies } from '../../../src/runtime/core/http/cookies.js'
import { createCsrf } from '../../../src/runtime/core/http/csrf-tokens.js'
import { type Browser, locationOf } from '../../support/browser.js'
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

/** Expects that a POST request is rejected, has no effect and changes no cookie. */
async function refuses(browser: Browser, path: string, init: RequestInit): Promise<void> {
  const before = browser.jar.header
  const response = await browser.send(path, { method: 'POST', ...init })
  expect(response.status).toBe(403)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(browser.jar.header).toBe(before)
}

const COOKIE = '__Host-authwright.csrf-token'
const form = (fields: Record<string, string>): RequestInit => ({ body: new URLSearchParams(fields) })
const guess = { email: 'grace@example.com', password: PASSWORD }

describe.each(strategies)('sessions: $strategy', (options) => {
  test.each(paths)('CS-1: POST %s without a token is rejected and has no effect', async (path) => {
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
    [
      'lacks its first character',
      async (mine: Browser) => ({ token: (await mine.csrfToken()).slice(1), cookie: true }),
    ],
    [
      'has one character more',
      async (mine: Browser) => ({ token: `${await mine.csrfToken()}x`, cookie: true }),
    ],
    ['is empty', async () => ({ token: '', cookie: true })],
    ['is only a separator', async () => ({ token: '|', cookie: true })],
    ['has three parts', async () => ({ token: 'a|b|c', cookie: true })],
  ])('CS-2: a CSRF token that %s is rejected', async (_, make) => {
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
    'CS-2: a CSRF cookie with the value %j validates no token',
    async (value) => {
      const { browser } = await start(options)
      browser.jar.put(COOKIE, value)
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
  ])('CS-4: a request with the content type %s and no CSRF token is rejected', async (type) => {
    const world = await start(options)
    await world.enter()
    const body = type?.includes('json') && !type.includes('form') ? '{"a":"b"}' : 'a=b'
    for (const path of paths) {
      const headers = type === undefined ? {} : { 'content-type': type }
      // `fetch` would add a content type to the body if it were a string.
      await refuses(world.browser, path, { body: new TextEncoder().encode(body), headers })
      await refuses(world.browser, path, { headers })
    }
  })

  test('CS-5: a CSRF token in the URL is ignored', async () => {
    const world = await start(options)
    await world.enter()
    const csrfToken = await world.browser.csrfToken()
    for (const path of paths) await refuses(world.browser, `${path}?csrfToken=${csrfToken}`, {})
  })

  test('CS-7: after a sign-in, the earlier CSRF token is rejected, and the page has a new token', async () => {
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

  test('CS-7: a CSRF token that was created before a sign-in is rejected, even if its cookie is restored', async () => {
    const world = await start(options)
    const before = await world.browser.csrfToken()
    const cookie = world.browser.jar.get(COOKIE) ?? ''
    await world.enter()
    const during = await world.browser.csrfToken()
    const later = world.browser.jar.get(COOKIE) ?? ''
    world.browser.jar.put(COOKIE, cookie)
    await refuses(world.browser, '/auth/signout', form({ csrfToken: before }))
    expect(await world.browser.session()).not.toBeNull()
    await world.browser.post('/auth/signout')
    world.browser.jar.put(COOKIE, later)
    await refuses(world.browser, '/auth/signin/acme', form({ csrfToken: during }))
    expect(world.idp.received).toEqual([])
  })

  test('CS-7: a sign-in and a sign-out each replace the CSRF cookie', async () => {
    const { browser, enter } = await start(options)
    const anonymous = await browser.csrfToken()
    await enter()
    const signedIn = browser.jar.get(COOKIE)?.split('%7C')[0]
    expect(signedIn).not.toBe(anonymous)
    expect(await browser.csrfToken()).toBe(signedIn)
    await browser.post('/auth/signout')
    const signedOut = browser.jar.get(COOKIE)?.split('%7C')[0]
    expect(signedOut).not.toBe(signedIn)
    expect(await browser.csrfToken()).toBe(signedOut)
  })

  test('CS-7: the CSRF token and cookie of another signed-in user are rejected', async () => {
    const world = await start(options)
    const attacker = world.anotherBrowser()
    await world.signIn(attacker)
    const csrfToken = await attacker.csrfToken()
    await world.enter()
    world.browser.jar.put(COOKIE, attacker.jar.get(COOKIE) ?? '')
    await refuses(world.browser, '/auth/signout', form({ csrfToken }))
  })

  test('CS-7: a CSRF token stays valid when its session is extended', async () => {
    let now = Date.now()
    const world = await start({ ...options, clock: () => now, session: { updateAge: 60 } })
    await world.enter()
    const csrfToken = await world.browser.csrfToken()
    now += 61_000
    expect(await world.browser.session()).not.toBeNull()
    const done = await world.browser.send('/auth/signout', { method: 'POST', ...form({ csrfToken }) })
    expect(done.status).toBe(302)
  })

  test('CS-8: a CSRF token stays valid after a rotation of the secret', async () => {
    const old = 'an old secret of more than thirty-two characters'
    const before = await start({ ...options, options: { secret: old } })
    const after = await start({
      ...options,
      options: { secret: ['the new secret of this test, long enough', old] },
    })
    const csrfToken = await before.browser.csrfToken()
    after.browser.jar.put(COOKIE, before.browser.jar.get(COOKIE) ?? '')
    const done = await after.browser.send('/auth/signin/acme', { method: 'POST', ...form({ csrfToken }) })
    expect(locationOf(done).origin).toBe('https://idp.test')
  })

  test.each<Record<string, string>>([
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('a request from another site is rejected, even with a valid CSRF token: %j', async (headers) => {
    const world = await start(options)
    await world.enter()
    const csrfToken = await world.browser.csrfToken()
    for (const path of paths) await refuses(world.browser, path, { ...form({ csrfToken }), headers })
  })

  test('a request from a page with the referrer policy no-referrer is accepted', async () => {
    const world = await start(options)
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' }
    const fields = form({ ...guess, csrfToken: await world.browser.csrfToken() })
    const response = await world.browser.send('/auth/callback/credentials', {
      method: 'POST',
      ...fields,
      headers,
    })
    expect(response.status).toBe(302)
    expect(await world.browser.session()).not.toBeNull()
  })

  test('a browser keeps its CSRF token until a sign-in or a sign-out', async () => {
    const { browser, enter } = await start(options)
    const anonymous = await browser.csrfToken()
    expect(await browser.csrfToken()).toBe(anonymous)
    await enter()
    const signedIn = await browser.csrfToken()
    expect(signedIn).not.toBe(anonymous)
    expect(await browser.csrfToken()).toBe(signedIn)
    await browser.post('/auth/signout')
    expect(await browser.csrfToken()).not.toBe(signedIn)
  })

  test('CS-11: GET and HEAD have no effect', async () => {
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
      expect([head.status, head.headers.getSetCookie()]).toEqual([path === '/auth/signout' ? 200 : 302, []])
    }
    expect(await world.browser.session()).not.toBeNull()
    expect(world.idp.received).toEqual([])
  })
})

describe('several CSRF cookies of the same name', () => {
  /** Posts a valid token. Its cookie comes after `before` invalid cookies and before `after` invalid cookies. */
  const post = async (before: number, after: number): Promise<Response> => {
    const { browser } = await start()
    const csrfToken = await browser.csrfToken()
    const others = (count: number): string[] => Array.from({ length: count }, () => `${COOKIE}=a|b`)
    const cookie = [...others(before), `${COOKIE}=${browser.jar.get(COOKIE)}`, ...others(after)].join('; ')
    return browser.send('/auth/signin/acme', { method: 'POST', ...form({ csrfToken }), headers: { cookie } })
  }

  test.each([
    [0, 3],
    [1, 0],
    [3, 9],
  ])(
    'a valid CSRF cookie is accepted after %i and before %i other cookies of its name',
    async (before, after) => {
      expect((await post(before, after)).status).toBe(302)
    },
  )

  test('the fifth CSRF cookie is not read', async () => {
    expect((await post(4, 0)).status).toBe(403)
  })
})

test.each([1, 20, 42])(
  'CS-2: a CSRF cookie with a separator after character %i of its tag validates no token',
  async (length) => {
    const { browser } = await start()
    const token = await browser.csrfToken()
    const [value = '', tag = ''] = (browser.jar.get(COOKIE) ?? '').split('|')
    browser.jar.put(COOKIE, `${value}|${tag.slice(0, length)}|${tag.slice(length)}`)
    await refuses(browser, '/auth/signin/acme', form({ csrfToken: token }))
  },
)

test('CS-2: a CSRF cookie with a third part validates no token', async () => {
  const { browser } = await start()
  const csrfToken = await browser.csrfToken()
  browser.jar.put(COOKIE, `${browser.jar.get(COOKIE)}|x`)
  await refuses(browser, '/auth/signin/acme', form({ csrfToken }))
})

test('if a form from another site is rejected, the log suggests AUTH_URL only if the origins differ', async () => {
  const { browser, logged } = await start()
  const headers = { origin: ORIGIN, 'sec-fetch-site': 'cross-site' }
  const csrfToken = await browser.csrfToken()
  await refuses(browser, '/auth/signout', { ...form({ csrfToken }), headers })
  expect(logged.map(String).join()).toContain('The request was sent by another site.')
  expect(logged.map(String).join()).not.toContain('AUTH_URL')
})

test('a form without a CSRF token leads to a page with a sign-in link', async () => {
  const { browser } = await start()
  const response = await browser.send('/auth/signout', { method: 'POST', headers: { accept: 'text/html' } })
  expect(response.status).toBe(403)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await response.text()).toContain('https://app.test/auth/signin')
})

describe('calls on the server and the method of the request', () => {
  const call = async (method: string, headers: Record<string, string>) => {
    const { app, browser } = await start({ strategy: 'jwt' })
    const signed = app.signIn('credentials', { request: new Request(ORIGIN, { method, headers }), ...guess })
    return { browser, signed }
  }

  test.each([
    ['GET', {}],
    ['GET', { 'sec-fetch-site': 'none' }],
    ['HEAD', {}],
    ['HEAD', { 'sec-fetch-site': 'none' }],
  ])('signIn() on the server rejects a %s request with the headers %o', async (method, headers) => {
    const { signed } = await call(method, headers as Record<string, string>)
    await expect(signed).rejects.toMatchObject({ type: 'MissingCSRF' })
  })

  test.each([
    ['GET', 'same-origin'],
    ['HEAD', 'same-origin'],
    ['POST', 'none'],
  ])('signIn() on the server accepts a %s request with sec-fetch-site: %s', async (method, site) => {
    const { browser, signed } = await call(method, { 'sec-fetch-site': site })
    browser.jar.take(await signed, ORIGIN)
    expect(await browser.session()).toMatchObject({ user: { name: 'Grace' } })
  })
})

describe('with skipCSRFCheck', () => {
  const world = () => start({ stored: false, options: { skipCSRFCheck } })

  test('with skipCSRFCheck, a cross-site request needs no CSRF token', async () => {
    const { browser } = await world()
    const headers = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
    await browser.send('/auth/callback/credentials', { method: 'POST', ...form(guess), headers })
    expect(await browser.session()).toMatchObject({ user: { name: 'Grace' } })
    expect(browser.jar.names).toEqual(['__Host-authwright.browser', '__Host-authwright.session-token'])
    await browser.send('/auth/signout', { method: 'POST' })
    expect(await browser.session()).toBeNull()
  })

  test('with skipCSRFCheck, GET /csrf responds with 404 and deletes the CSRF cookie', async () => {
    const { browser } = await world()
    browser.jar.put(COOKIE, 'old')
    const response = await browser.send('/auth/csrf')
    expect([response.status, await response.text()]).toEqual([404, ''])
    expect(browser.jar.names).toEqual([])
  })

  test('with skipCSRFCheck, repeated requests for GET /csrf log one warning', async () => {
    const { browser, logged } = await world()
    await browser.send('/auth/csrf')
    await browser.send('/auth/csrf')
    expect(logged.filter((line) => String(line).startsWith('csrf-disabled'))).toHaveLength(1)
  })

  test('skipCSRFCheck allows cross-site signIn() and signOut(), but not linking an account', async () => {
    const { app, browser } = await world()
    const headers = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
    const request = (): Request =>
      new Request(ORIGIN, { method: 'POST', headers: { ...headers, cookie: browser.jar.header } })
    browser.jar.take(await app.signIn('credentials', { request: request(), ...guess }), ORIGIN)
    expect(await browser.session()).toMatchObject({ user: { name: 'Grace' } })
    const linked = app.signIn('acme', { request: request(), link: true })
    await expect(linked).rejects.toMatchObject({ type: 'MissingCSRF' })
    browser.jar.take(await app.signOut({ request: request() }), ORIGIN)
    expect(await browser.session()).toBeNull()
  })
})

describe('CS-10: the CSRF check cannot be turned off', () => {
  const names = [
    'skipCSRFCheck',
    'skipCsrfCheck',
    'skip-csrf-check',
    'x-skip-csrf-check',
    'csrfTokenVerified',
    'authwright.skipCSRFCheck',
    'raw',
  ]
  const values = ['true', '1', 'Symbol(authwright.skipCSRFCheck)', 'authwright.skipCSRFCheck']

  test.each(names.flatMap((name) => values.map((value) => [name, value] as const)))(
    'CS-10: a URL, header, cookie, form or JSON with %s=%s does not turn off the CSRF check',
    async (name, value) => {
      const { browser, enter } = await start({ strategy: 'jwt' })
      await enter()
      browser.jar.put(name, value)
      const json = { 'content-type': 'application/json' }
      const bodies = [
        [new URLSearchParams({ ...guess, [name]: value }), {}],
        [JSON.stringify({ ...guess, [name]: value, options: { [name]: value } }), json],
        [JSON.stringify({ [name]: true, csrfToken: true }), json],
        [`{"__proto__":{"${name}":"${value}"}}`, json],
      ] as const
      for (const path of paths) {
        for (const [body, headers] of bodies) {
          const sent = { ...headers, [name.replace('.', '-')]: value }
          await refuses(browser, `${path}?${name}=${value}`, { body, headers: sent })
        }
      }
      expect(await browser.session()).not.toBeNull()
    },
  )

  test.each([true, 'authwright.skipCSRFCheck', Symbol('authwright.skipCSRFCheck')])(
    'CS-10: only the exported symbol turns off the CSRF check, not %s',
    async (other) => {
      const { browser } = await start({ refused: { options: { skipCSRFCheck: other } } })
      await refuses(browser, '/auth/callback/credentials', form(guess))
    },
  )
})

function withoutCsrf({ jar }: Browser): string {
  return jar.header
    .split('; ')
    .filter((pair) => !pair.includes('csrf-token'))
    .join('; ')
}

test.each([
  ['https://abc.tunnel.example', 'https://abc.tunnel.example'],
  ['http://app.test', 'http://app.test'],
  ['https://www.app.test', 'https://www.app.test'],
  [`https://x.test/${'x'.repeat(300)}`, 'https://x.test/xxx'],
])(
  'CS-10: a form from %j is rejected, and the log names both origins and the variables',
  async (sender, named) => {
    const world = await start()
    const headers = { origin: sender, 'sec-fetch-site': 'same-origin' }
    const csrfToken = await world.browser.csrfToken()
    await refuses(world.browser, '/auth/signout', { ...form({ csrfToken }), headers })
    const log = JSON.stringify(world.logged.map(String))
    expect(log).toContain(`\`Origin\` is ${named}`)
    expect(log).toContain(`the application is at ${ORIGIN}`)
    expect(log).toMatch(/set AUTH_URL to this URL, or list its host in AUTH_TRUSTED_HOSTS/)
    expect(log).not.toContain('x'.repeat(250))
  },
)

test('CS-10: for a form with the origin `null`, the log does not suggest to set AUTH_URL to null', async () => {
  const world = await start()
  const csrfToken = await world.browser.csrfToken()
  await refuses(world.browser, '/auth/signout', { ...form({ csrfToken }), headers: { origin: 'null' } })
  const log = JSON.stringify(world.logged.map(String))
  expect(log).toContain('The request was sent by another site.')
  expect(log).not.toContain('AUTH_URL')
})

test('CS-2: the CSRF check compares MACs in constant time, and never the token', async () => {
  const mac = createMac(['a secret of at least thirty-two characters'], 'csrf')
  const compared: string[] = []
  const verify = (text: string, tag: string): Promise<boolean> => {
    compared.push(text)
    return mac.verify(text, tag)
  }
  const csrf = createCsrf({ sign: (text) => mac.sign(text), verify }, { name: 'csrf', options: {} })
  const { value } = await csrf.renew('session')
  const [token = ''] = value.split('|')
  const cookies = readCookies(`csrf=${encodeURIComponent(value)}`)
  const almost = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`
  expect(await csrf.verify(cookies, almost, 'session')).toBe(false)
  expect(await csrf.verify(cookies, token, 'session')).toBe(true)
  expect(await csrf.verify(cookies, token, 'another session')).toBe(false)
  expect(await csrf.verify(cookies, '', 'session')).toBe(false)
  expect(compared).toEqual([`${almost}|session`, `${token}|session`, `${token}|another session`])
})
