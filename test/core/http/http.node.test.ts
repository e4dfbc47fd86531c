import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locationOf } from '../../support/browser.js'
import { inBatches, patience } from '../../support/fuzz.js'
import { makeWorld, ORIGIN, PASSWORD, type World, worlds } from '../../support/world.js'

const start = worlds()

const routes = [
  'signin',
  'signin/acme',
  'callback/acme',
  'signout',
  'session',
  'csrf',
  'providers',
  'error',
  'verify-request',
]

/** A request with a method that the `Request` constructor would change or refuse. */
function withMethod(request: Request, method: string): Request {
  return new Proxy(request, {
    get(target, name) {
      if (name === 'method') return method
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

describe('HP-1: a method that a route does not have', () => {
  test.each([
    'OPTIONS',
    'PUT',
    'DELETE',
    'PATCH',
    'TRACE',
    'CONNECT',
    'post',
    'get',
    'GET ',
    '__proto__',
    'constructor',
  ])('HP-1: %s gets 405 with the allowed methods, and does nothing', async (method) => {
    const world = await start()
    await world.enter()
    for (const route of routes) {
      const request = new Request(`${ORIGIN}/auth/${route}`, {
        headers: { cookie: world.browser.jar.header },
      })
      const response = await world.handle(withMethod(request, method))
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toMatch(/^GET(, HEAD)?(, POST)?$/)
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect(await world.browser.session()).not.toBeNull()
  })
})

test.each([
  '/auth',
  '/auth/',
  '/auth/unknown',
  '/auth//session',
  '/authsession',
  '/auth/session/',
  '/auth/session/x',
  '/auth/session;x',
  '/auth/session%00',
  '/auth/session%2e',
  '/auth/%73ession',
  '/auth/SESSION',
  '/AUTH/session',
  '/auth%2fsession',
  '/auth/x/%2e%2e%2fsession',
  '/auth/..%2fauth/session',
  '//auth/session',
  '/x/auth/session',
  '/auth/__proto__',
  '/auth/constructor',
  '/auth/toString',
  '/auth/callback',
  '/auth/callback/acme/x',
])('HP-2: %s is not a route', async (path) => {
  const { handle } = await start()
  const response = await handle(new Request(`${ORIGIN}${path}`))
  expect(response.status).toBe(404)
  expect(response.headers.getSetCookie()).toEqual([])
})

test('HP-2: a path with dots is resolved', async () => {
  const { handle } = await start()
  expect((await handle(new Request(`${ORIGIN}/auth/x/../session`))).status).toBe(200)
  expect((await handle(new Request(`${ORIGIN}/auth/../session`))).status).toBe(404)
})

test.each(['callbackUrl', 'error', 'code', 'state', 'iss', 'login_hint', 'x', '__proto__', 'toString'])(
  'HP-4: a request that repeats the parameter %s gets 400',
  async (name) => {
    const world = await start()
    for (const route of ['signin', 'signout', 'error', 'session', 'callback/acme']) {
      const response = await world.browser.send(`/auth/${route}?${name}=a&${name}=b`)
      expect(response.status).toBe(400)
    }
    const csrfToken = await world.browser.csrfToken()
    const response = await world.browser.send('/auth/callback/credentials', {
      method: 'POST',
      body: `csrfToken=${csrfToken}&${name}=a&${name}=b`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(response.status).toBe(400)
  },
)

test.each(['%', '%a', '%zz', '%ff%fe', '%E0%A4%A', '%u0041', '%00'])(
  'HP-5: a request with %s, an invalid percent-encoding, gets a response',
  async (text) => {
    const world = await start()
    await world.enter()
    for (const path of [
      `session?x=${text}`,
      `signin?callbackUrl=${text}&error=${text}`,
      `error?error=${text}`,
      `callback/acme?code=${text}&state=${text}`,
    ]) {
      expect((await world.browser.send(`/auth/${path}`)).status).toBeLessThan(500)
    }
    const odd = await world.handle(new Request(`${ORIGIN}/auth/session/${text}`))
    expect(odd.status).toBe(404)
    const provider = await world.handle(new Request(`${ORIGIN}/auth/signin/${text}`))
    expect(provider.status).toBeLessThan(500)
    const body = `csrfToken=${await world.browser.csrfToken()}&callbackUrl=${text}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const signedOut = await world.browser.send('/auth/signout', { method: 'POST', body, headers })
    expect(locationOf(signedOut).href).toBe(`${ORIGIN}/`)
  },
)

const post = (world: World, body: BodyInit, type?: string, path = 'signout'): Promise<Response> =>
  world.browser.send(`/auth/${path}`, {
    method: 'POST',
    body,
    headers: type === undefined ? {} : { 'content-type': type },
  })

test.each([
  ['null', 'null'],
  ['a list', '[]'],
  ['a string', '"x"'],
  ['a number', '1'],
  ['cut off', '{'],
  ['deeply nested lists', '['.repeat(100_000)],
  ['deeply nested objects', '{"a":'.repeat(30_000)],
  [
    'more fields than any form has',
    JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, 1]))),
  ],
  ['two values', '{}{}'],
  ['a comment', '{}//'],
  ['UTF-16', '\u0000{\u0000}'],
])('HP-7: a JSON body that is %s is malformed', async (_, body) => {
  const world = await start()
  const response = await post(world, body, 'application/json')
  expect(response.status).toBe(400)
  expect(Object.keys((await response.json()) as object)).toEqual(['message'])
})

test.each([
  '{"csrfToken":"a","csrfToken":"b"}',
  '{"__proto__":{"csrfToken":"a"}}',
  '{"constructor":{"prototype":{"csrfToken":"a"}}}',
  '\ufeff{"csrfToken":"a"}',
  '{"csrfToken":{"toString":"a"}}',
  '{"csrfToken":["a"]}',
  '{"csrfToken":1e999}',
])('HP-7: the CSRF token in the JSON body %s is not accepted', async (body) => {
  const world = await start()
  await world.enter()
  expect((await post(world, body, 'application/json')).status).toBe(403)
  expect(await world.browser.session()).not.toBeNull()
})

describe('HP-8: the content type of a body', () => {
  test.each([
    'x-www-form-urlencoded; application/json',
    'application/json, application/x-www-form-urlencoded',
    'application/jsonp',
    'text/json',
    'application/x-www-form-urlencoded+json',
    ';application/json',
    '',
    'multipart/form-data; boundary=x',
  ])('HP-8: a body with the content type %s is not read, so its CSRF token is not found', async (type) => {
    const world = await start()
    await world.enter()
    const csrfToken = await world.browser.csrfToken()
    for (const body of [`csrfToken=${csrfToken}`, JSON.stringify({ csrfToken })]) {
      expect((await post(world, new TextEncoder().encode(body), type)).status).toBe(403)
    }
    expect(await world.browser.session()).not.toBeNull()
  })

  test.each([
    ['application/x-www-form-urlencoded; application/json', false],
    ['Application/JSON;charset=utf-8', true],
    [' application/json ', true],
  ])('HP-8: the content type %s is compared without its parameters', async (type, isJson) => {
    const world = await start()
    await world.enter()
    const csrfToken = await world.browser.csrfToken()
    const body = isJson ? JSON.stringify({ csrfToken }) : `csrfToken=${csrfToken}`
    expect((await post(world, body, type)).status).toBe(302)
  })
})

test('HP-10: the body of a GET request is ignored', async () => {
  const world = await start()
  await world.enter()
  const csrfToken = await world.browser.csrfToken()
  const sent = new Request(`${ORIGIN}/auth/signout`, {
    method: 'POST',
    body: new URLSearchParams({ csrfToken }),
    headers: { cookie: world.browser.jar.header },
  })
  const response = await world.handle(withMethod(sent, 'GET'))
  expect(response.status).toBe(200)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await world.browser.session()).not.toBeNull()
})

describe('HP-11: headers that are long or hostile', () => {
  const hostile = [
    { accept: `text/html,${'*/*,'.repeat(10_000)}` },
    { accept: 'text/html'.repeat(5_000) },
    { 'user-agent': `${'('.repeat(20_000)}` },
    { 'accept-language': 'a-'.repeat(20_000) },
    { 'content-type': `application/json${';'.repeat(20_000)}` },
    { 'content-type': `${' '.repeat(20_000)}x` },
    { origin: `https://app.test${'/'.repeat(20_000)}` },
    { 'x-auth-return-redirect': 'x'.repeat(20_000) },
    { 'sec-fetch-site': 'x'.repeat(20_000) },
    { authorization: `Bearer ${'.'.repeat(20_000)}` },
  ] as Record<string, string>[]

  test.each(hostile.map((headers) => ({ name: Object.keys(headers)[0], headers })))(
    'HP-11: a long or hostile header is handled without an error: $name',
    async ({ headers }) => {
      const world = await start()
      await world.enter()
      for (const route of routes) {
        expect((await world.browser.send(`/auth/${route}`, { headers })).status).toBeLessThan(500)
        await world.browser.send(`/auth/${route}`, { method: 'POST', headers, body: 'a=b' })
      }
      expect(await world.browser.session()).not.toBeNull()
    },
  )

  test('HP-11: a script that gets the redirect URL as JSON also gets the cookies of the redirect', async () => {
    const world = await start()
    const headers = { 'x-auth-return-redirect': '1' }
    const callback = await world.begin()
    callback.searchParams.set('code', 'x')
    const response = await world.browser.send(callback.pathname + callback.search, { headers })
    expect(response.status).toBe(200)
    const { url } = (await response.json()) as { url: string }
    expect(new URL(url).searchParams.get('error')).toBe('OAuthCallbackError')
    expect(response.headers.getSetCookie().join()).toContain('Max-Age=0')
  })
})

describe('HP-13: a client that disconnects', () => {
  test('HP-13: a client that disconnects during its request body leaves no rows in the database', async () => {
    const world = await start()
    const csrfToken = await world.browser.csrfToken()
    for (const length of [0, 10, 40]) {
      const text = new URLSearchParams({
        csrfToken,
        email: 'grace@example.com',
        password: PASSWORD,
      }).toString()
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(text.slice(0, length)))
        },
        pull(controller) {
          controller.error(new Error('The connection was reset.'))
        },
      })
      const request = new Request(`${ORIGIN}/auth/callback/credentials`, {
        method: 'POST',
        body,
        headers: { cookie: world.browser.jar.header, 'content-type': 'application/x-www-form-urlencoded' },
        duplex: 'half',
      } as RequestInit)
      expect((await world.handle(request)).status).toBe(400)
    }
    expect(world.adapter.rows.sessions).toEqual([])
  })

  test('HP-13: a client that disconnects at any step of a sign-in leaves the database consistent', async () => {
    for (let step = 0; step < 8; step++) {
      const gone = new AbortController()
      let calls = 0
      const world = await start({
        through: (adapter) =>
          new Proxy(adapter, {
            get: (target, name) => {
              if (calls++ === step) gone.abort()
              return Reflect.get(target, name)
            },
          }),
      })
      const { pathname, search } = await world.begin()
      calls = 0
      const headers = { cookie: world.browser.jar.header }
      const request = new Request(`${ORIGIN}${pathname}${search}`, { headers, signal: gone.signal })
      expect((await world.handle(request)).status).toBe(302)
      // The client repeats the callback, which may be used up, and then signs in again. Both requests belong to one
      // user.
      await world.finish(new URL(`${ORIGIN}${pathname}${search}`))
      await world.signIn()
      expect(await world.browser.session()).not.toBeNull()
      expect(world.adapter.rows.users.map(({ email }) => email)).toEqual([
        'grace@example.com',
        'ada@example.com',
      ])
    }
  })
})

describe('any body, with or without a CSRF token', () => {
  const names = fc.constantFrom(
    'csrfToken',
    'callbackUrl',
    'email',
    'password',
    'data',
    '__proto__',
    'constructor',
    'x',
    '',
  )
  const json = fc.oneof(
    fc.json({ maxDepth: 3 }),
    fc.dictionary(names, fc.jsonValue(), { maxKeys: 6 }).map((value) => JSON.stringify(value)),
    fc.string({ unit: 'binary', maxLength: 60 }),
  )
  const form = fc
    .array(fc.tuple(names, fc.string({ unit: 'binary', maxLength: 30 })), { maxLength: 6 })
    .map((pairs) =>
      pairs
        .map((pair) => pair.map((text) => encodeURIComponent(text.replaceAll(/\p{Cs}/gu, ''))).join('='))
        .join('&'),
    )
  const types = fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data',
    'x',
  )
  const posts = fc.constantFrom(
    'signin',
    'signin/acme',
    'signout',
    'session',
    'callback/credentials',
    'callback/acme',
    'csrf',
  )

  test(
    'HP-13: a request with any body gets a response, and has no effect without a CSRF token',
    () =>
      inBatches(async (runs) => {
        const world = await makeWorld()
        await world.enter()
        const { header } = world.browser.jar
        const before = structuredClone(world.adapter.rows)
        const property = fc.asyncProperty(fc.oneof(json, form), types, posts, async (body, type, path) => {
          const headers = { 'content-type': type, cookie: header }
          const response = await world.handle(
            new Request(`${ORIGIN}/auth/${path}`, { method: 'POST', body, headers }),
          )
          expect([302, 400, 403, 405]).toContain(response.status)
          if (response.status === 302) expect(path).toBe('callback/acme')
          expect(response.headers.getSetCookie()).toEqual([])
        })
        await fc.assert(property, runs)
        expect(world.adapter.rows).toEqual(before)
        expect(await world.browser.session()).not.toBeNull()
        world.check()
      }),
    patience,
  )

  test(
    'any fields beside a valid CSRF token get a response other than 500',
    () =>
      inBatches(async (runs) => {
        const world = await makeWorld()
        const csrfToken = await world.browser.csrfToken()
        const cookie = world.browser.jar.header
        const fields = fc.dictionary(names, fc.jsonValue(), { maxKeys: 6 })
        const property = fc.asyncProperty(fields, posts, async (made, path) => {
          const body = JSON.stringify({ ...made, csrfToken })
          const headers = { 'content-type': 'application/json', cookie }
          const response = await world.handle(
            new Request(`${ORIGIN}/auth/${path}`, { method: 'POST', body, headers }),
          )
          expect([200, 302, 400, 401, 405, 429]).toContain(response.status)
        })
        await fc.assert(property, runs)
        world.check()
      }),
    patience,
  )
})
