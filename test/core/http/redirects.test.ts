import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CredentialsSignin } from '../../../src/errors.js'
import { redirectTarget, safeRedirect } from '../../../src/runtime/core/http/redirects.js'
import { flowsOf, locationOf } from '../../support/browser.js'
import { runs } from '../../support/fuzz.js'
import { anyTarget, hostileBelowPrefix, hostileTargets, plainTargets } from '../../support/targets.js'
import { makeWorld, ORIGIN, PASSWORD, type World, type WorldOptions, worlds } from '../../support/world.js'

const start = worlds()

/** All sources of redirect targets: parts of a request, and callbacks of the application. */
type Channel = (target: string, options?: WorldOptions) => Promise<{ world: World; leadsTo: string }>

const channels: Record<string, Channel> = {
  async 'the query'(target, options) {
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

describe.each(Object.keys(channels))('a callback URL from %s', (name) => {
  const channel = channels[name] as Channel

  test.each(plainTargets)('%s: %j leads to %s', async (_, target, expected) => {
    expect((await channel(target)).leadsTo).toBe(expected)
  })

  test.each(hostileTargets)('%s: %j leads to the start page', async (_, target) => {
    const { world, leadsTo } = await channel(target)
    expect(leadsTo).toBe(`${ORIGIN}/`)
    expect(world.errors).toEqual([])
    expect(flowsOf(world.browser)).toEqual([])
  })

  test('RD-14: a lone surrogate in a callback URL is replaced', async () => {
    expect((await channel('/\ud800')).leadsTo).toBe(`${ORIGIN}/%EF%BF%BD`)
  })

  const allowed = 'https://allowed.com'
  const redirect = ({ url, baseUrl }: { url: string; baseUrl: string }): string => {
    const { origin } = new URL(url, baseUrl)
    return origin === baseUrl || origin === allowed ? url : baseUrl
  }

  test('RD-19: a callback URL may lead to an origin that callbacks.redirect allows', async () => {
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
  ])(
    'RD-19: %s leads to the start page, although callbacks.redirect allows a similar origin',
    async (target) => {
      const { leadsTo } = await channel(target, { callbacks: { redirect } })
      expect(leadsTo).toBe(`${ORIGIN}/`)
    },
  )
})

describe('a callback URL in the query', () => {
  const leadsTo = async (target: string): Promise<string> =>
    (await (channels['the query'] as Channel)(target)).leadsTo

  test.each([
    ['/', `${ORIGIN}/`],
    [ORIGIN, `${ORIGIN}/`],
    ['HTTPS://APP.TEST/x', `${ORIGIN}/x`],
    [`${ORIGIN}:443/x`, `${ORIGIN}/x`],
    ['/a b', `${ORIGIN}/a%20b`],
    ['/a/../b', `${ORIGIN}/b`],
    ['/search?q=C:\\x&line=1%0d%0a2', `${ORIGIN}/search?q=C:\\x&line=1%0d%0a2`],
    ['/@evil.com', `${ORIGIN}/@evil.com`],
    ['/x?next=https://evil.com', `${ORIGIN}/x?next=https://evil.com`],
    ['/auth/error', `${ORIGIN}/auth/error`],
    [`/${'x'.repeat(2_031)}`, `${ORIGIN}/${'x'.repeat(2_031)}`],
  ])('%j leads to %j', async (target, expected) => {
    expect(await leadsTo(target)).toBe(expected)
  })

  test.each([
    ['backslashes', 'https:\\\\evil.com'],
    ['backslashes', '/a\\..\\..\\evil.com'],
    ['a tab', 'https://app.test\t.evil.com'],
    ['a leading space', ' /x'],
    ['a leading tab', '\t/x'],
    ['a trailing space', '/x '],
    ['NUL', '/x\0'],
    ['C1 control characters', '/x\u0085'],
    ['CR LF', '/x\r\nSet-Cookie: a=b'],
    ['an encoded slash at the start', '/%2fevil.com'],
    ['an encoded backslash at the start', '/%5Cevil.com'],
    ['two slashes once dots are resolved', '/..//evil.com'],
    ['two slashes once dots are resolved', '/%2e%2e//evil.com'],
    ['a trailing dot', 'https://app.test./'],
    ['javascript: in mixed case', 'JaVaScRiPt://app.test/%0aalert(1)'],
    ['the scheme of an app', 'myapp://app.test/x'],
    ['an invalid port', 'https://app.test:99999/'],
    ['a scheme without slashes', 'https:evil.com'],
    ['a scheme without slashes', 'https:/app.test/x'],
    ['a relative path', 'x/y'],
    ['a query', '?x=1'],
    ['a fragment', '#x'],
    ['no characters', ''],
    ['more than 2,048 characters', `/${'x'.repeat(2_032)}`],
    ['much more than 2,048 characters', `/${'x'.repeat(20_000)}`],
    ['more than 2,048 characters once encoded', `/${'é'.repeat(1_000)}`],
    ['more than 2,048 characters until dots are resolved', `/${'x/../'.repeat(500)}x`],
  ])('a callback URL in the query with %s leads to the start page: %j', async (_, target) => {
    expect(await leadsTo(target)).toBe(`${ORIGIN}/`)
  })
})

test.each([
  [2_048, 'is followed'],
  [2_049, 'leads to the start page'],
])('a callback URL of %i characters %s', async (length, outcome) => {
  const url = `${ORIGIN}/`.padEnd(length, 'x')
  const world = await start()
  const done = await world.enter(world.browser, { callbackUrl: url })
  expect(locationOf(done).href).toBe(outcome === 'is followed' ? url : `${ORIGIN}/`)
})

describe('RD-16: a callback URL that is not a single string', () => {
  test.each(['/auth/signin', '/auth/signout'])('GET %s with two callback URLs is malformed', async (path) => {
    const { browser } = await start()
    expect((await browser.send(`${path}?callbackUrl=/a&callbackUrl=/b`)).status).toBe(400)
  })

  test('a form with two callback URLs is malformed', async () => {
    const { browser } = await start()
    const body = `csrfToken=${await browser.csrfToken()}&callbackUrl=/a&callbackUrl=/b`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await browser.send('/auth/signin/acme', { method: 'POST', body, headers })
    expect(response.status).toBe(400)
    expect(flowsOf(browser)).toEqual([])
  })

  test('the parameter callbackUrl[] is ignored', async () => {
    const { browser } = await start()
    const page = await browser.send('/auth/signin?callbackUrl[]=/a')
    expect(await page.text()).toContain(`value="${ORIGIN}/"`)
  })

  test.each([[{ href: '/a' }], [['/a']], [7], [null], [true]])(
    'the JSON value %j leads to the start page',
    async (callbackUrl) => {
      const { browser } = await start()
      const response = await browser.send('/auth/signout', {
        method: 'POST',
        body: JSON.stringify({ csrfToken: await browser.csrfToken(), callbackUrl }),
        headers: { 'content-type': 'application/json' },
      })
      expect(locationOf(response).href).toBe(`${ORIGIN}/`)
    },
  )
})

test.each([
  ['/auth/signin', '/login?callbackUrl=https%3A%2F%2Fapp.test%2F'],
  ['/auth/signout', '/bye'],
  ['/auth/error?error=AccessDenied', '/oh?error=AccessDenied'],
])('GET %s leads to %s, without parameters that have no value', async (path, expected) => {
  const { browser } = await start({ pages: { signIn: '/login', signOut: '/bye', error: '/oh' } })
  expect(locationOf(await browser.send(path)).href).toBe(ORIGIN + expected)
})

describe('redirectTarget', () => {
  const scope = { origin: ORIGIN, prefix: '/app' }

  test.each([
    ['/app/inside?x=1#y', '/app/inside?x=1#y', '/inside?x=1#y'],
    ['/app', '/app', '/'],
    ['/app?x=1', '/app?x=1', '/?x=1'],
    ['/app#y', '/app#y', '/#y'],
    ['/other', '/other', undefined],
    ['/application', '/application', undefined],
    ['/application?x=1', '/application?x=1', undefined],
    ['/xyz/inside', '/xyz/inside', undefined],
    ['/app?/x', '/app?/x', '/?/x'],
    ['/app//evil.test', '/app//evil.test', undefined],
    ['//evil.test', undefined, undefined],
  ])('redirectTarget() shortens only paths below the prefix: %s', (path, ofPath, ofRest) => {
    expect(redirectTarget(ORIGIN + path, scope, 'url')).toBe(ORIGIN + path)
    expect(redirectTarget(ORIGIN + path, scope, 'path')).toBe(ofPath ?? ORIGIN + path)
    expect(redirectTarget(ORIGIN + path, scope, 'path below the prefix')).toBe(ofRest ?? ORIGIN + path)
  })

  test.each(['url', 'path', 'path below the prefix'] as const)(
    'redirectTarget() returns the whole URL of another site: %s',
    (form) => {
      const url = 'https://accounts.test/app/authorize'
      expect(redirectTarget(url, scope, form)).toBe(url)
    },
  )
})

test('RD-17: a callback URL in a request that only reads data does not affect a sign-in in progress', async () => {
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

describe('RD-20: redirects between routes of Authwright do not loop', () => {
  /** Follows redirects like a browser, and returns how many there were. */
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
  ])('RD-20: a sign-in with the callback URL %s does not cause a redirect loop', async (target) => {
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
  ] as const)('RD-20: the configured pages %j do not cause a redirect loop', async (pages) => {
    const world = await start({ pages })
    for (const path of ['signin', 'signin/acme', 'error?error=AccessDenied', 'signout', 'verify-request']) {
      expect(await hops(world, await world.browser.send(`/auth/${path}`))).toBeLessThanOrEqual(3)
    }
  })

  test('RD-20: a configured page of the application is used', async () => {
    const { browser } = await start({ pages: { signIn: '/login', error: '/auth/signin' } })
    expect(locationOf(await browser.send('/auth/signin')).pathname).toBe('/login')
    expect(locationOf(await browser.send('/auth/error?error=AccessDenied')).pathname).toBe('/auth/signin')
  })
})

test("RD-23: any callback URL leads to the application's origin, in visible ASCII", async () => {
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

describe('callbacks.redirect', () => {
  const choosing = async (redirect: (url: string) => unknown) => {
    const warned: string[] = []
    const logger = { warn: (code: string, message: string) => void warned.push(`${code}: ${message}`) }
    const world = await start({
      strategy: 'jwt',
      options: { logger },
      elsewhere: ['https://evil.test', 'https://partner.test', 'http://partner.test', ...junk],
      callbacks: { redirect: (({ url }: { url: string }) => redirect(url)) as never },
    })
    const signIn = async (callbackUrl: string): Promise<string> =>
      locationOf(await world.enter(world.browser, { callbackUrl })).href
    return { signIn, warned }
  }
  const junk = Array.from({ length: 101 }, (_, count) => `https://junk-${count}.test`)

  test.each([
    [2_048, 'is followed'],
    [2_049, 'leads to the start page'],
  ])('a URL of %i characters on another site %s', async (length, outcome) => {
    const url = 'https://partner.test/'.padEnd(length, 'x')
    const { signIn } = await choosing(() => url)
    expect(await signIn('/inside')).toBe(outcome === 'is followed' ? url : `${ORIGIN}/`)
  })

  test('redirects to another site are logged once for each origin, without path and query', async () => {
    const { signIn, warned } = await choosing((url) => url)
    expect(await signIn('/inside')).toBe(`${ORIGIN}/inside`)
    expect(warned).toEqual([])
    expect(await signIn('https://evil.test/?token=a-secret')).toBe('https://evil.test/?token=a-secret')
    await signIn('https://evil.test/another')
    await signIn('https://partner.test/')
    expect(warned.map((line) => /^([\w-]+): .*(https:\/\/[\w.]+)\. /.exec(line)?.slice(1))).toEqual([
      ['redirect-to-another-site', 'https://evil.test'],
      ['redirect-to-another-site', 'https://partner.test'],
    ])
    expect(warned.join()).not.toContain('a-secret')
  })

  test('a redirect to another site is logged once, and again after redirects to 100 other sites', async () => {
    const { signIn, warned } = await choosing((url) => url)
    for (const origin of junk.slice(0, 100)) await signIn(`${origin}/`)
    await signIn('https://junk-0.test/')
    expect(warned).toHaveLength(100)
    await signIn('https://junk-100.test/')
    await signIn('https://junk-0.test/')
    expect(warned).toHaveLength(102)
    expect(warned.at(-1)).toContain('https://junk-0.test')
  })

  test('callbacks.redirect is not called with a value that is not a string', async () => {
    const called: unknown[] = []
    const redirect = ({ url }: { url: string }): string => {
      called.push(url)
      return url
    }
    const { browser } = await start({ callbacks: { redirect } })
    const body = JSON.stringify({ csrfToken: await browser.csrfToken(), callbackUrl: 7 })
    const headers = { 'content-type': 'application/json' }
    const response = await browser.send('/auth/signout', { method: 'POST', body, headers })
    expect(locationOf(response).href).toBe(`${ORIGIN}/`)
    expect(called).toEqual([])
  })

  test.each([
    'https://app.test//evil.test',
    'https://app.test/%2fevil.test',
    'https://app.test/\\evil.test',
    'https://user@app.test/',
    'https://user@partner.test/',
    'https://:password@partner.test/',
  ])('a misleading result of callbacks.redirect leads to the start page: %s', async (chosen) => {
    const { signIn } = await choosing(() => chosen)
    expect(await signIn('/inside')).toBe(`${ORIGIN}/`)
  })

  test('callbacks.redirect may return a page without HTTPS on another site', async () => {
    const { signIn } = await choosing(() => 'http://partner.test/')
    expect(await signIn('/inside')).toBe('http://partner.test/')
  })

  const notPages: readonly (readonly [chosen: unknown, what: string])[] = [
    ['javascript:alert(1)', 'a string'],
    ['web+https://partner.test/', 'a string'],
    ['nowhere', 'a string'],
    [new URL('https://partner.test/'), 'a value of type object'],
    [undefined, 'a value of type undefined'],
    [7, 'a value of type number'],
    [null, 'a value of type object'],
  ]
  test.each(notPages)(
    'an unusable result of callbacks.redirect is logged and leads to the start page: %j',
    async (chosen, what) => {
      const { signIn, warned } = await choosing(() => chosen)
      expect(await signIn('/inside')).toBe(`${ORIGIN}/`)
      // The second sign-in logs no warning, so a client cannot flood the log.
      expect(await signIn('/inside')).toBe(`${ORIGIN}/`)
      expect(warned).toEqual([
        `redirect-refused: \`callbacks.redirect\` returned ${what} that is not the URL of a web page. Return a path, or the whole URL of a web page.`,
      ])
    },
  )
})

describe('callbacks.signIn', () => {
  const deciding = (signIn: () => unknown) =>
    start({ strategy: 'jwt', callbacks: { signIn: signIn as () => boolean }, failsItself: true })

  test('callbacks.signIn that returns true lets the user sign in', async () => {
    const world = await deciding(() => true)
    expect(locationOf(await world.enter()).href).toBe(`${ORIGIN}/inside`)
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
  })

  test.each([false, undefined, null, 1, {}])(
    'callbacks.signIn that returns %j rejects the sign-in',
    async (decision) => {
      const world = await deciding(() => decision)
      expect(locationOf(await world.enter()).href).toBe(`${ORIGIN}/auth/error?error=AccessDenied`)
      expect(await world.browser.session()).toBeNull()
    },
  )

  test.each([
    ['an error', new Error('the directory is down'), 'the directory is down'],
    ['an error without a message', new Error(), 'The signIn callback threw.'],
  ])(
    'callbacks.signIn that throws %s rejects the sign-in, and the error is logged',
    async (_, error, message) => {
      const world = await deciding(() => {
        throw error
      })
      expect(locationOf(await world.enter()).searchParams.get('error')).toBe('AccessDenied')
      expect(await world.browser.session()).toBeNull()
      expect(world.logged).toContainEqual(
        expect.objectContaining({
          type: 'AccessDenied',
          message,
          cause: expect.objectContaining({ err: error }),
        }),
      )
    },
  )

  test('callbacks.signIn that throws an error of the library leads to the error page of that error', async () => {
    const world = await deciding(() => {
      throw new CredentialsSignin('The account is locked.')
    })
    expect(locationOf(await world.enter()).searchParams.get('error')).toBe('CredentialsSignin')
    expect(await world.browser.session()).toBeNull()
  })
})

describe('safeRedirect', () => {
  test('safeRedirect() compares ports', () => {
    expect(safeRedirect('http://localhost:3000/x', 'http://localhost:3000', '')).toBe(
      'http://localhost:3000/x',
    )
    expect(safeRedirect('http://localhost:3001/x', 'http://localhost:3000', '')).toBeUndefined()
    expect(safeRedirect('/x', 'http://[::1]:3000', '')).toBe('http://[::1]:3000/x')
  })

  test.each([...hostileTargets, ...hostileBelowPrefix])(
    'safeRedirect(), %s: below a prefix, %j is rejected',
    (_, target) => {
      expect(safeRedirect(target, ORIGIN, '/app')).toBeUndefined()
    },
  )

  test.each(['/app', '/app/', '/app/inside', '/app?x=//evil.test', '/application//evil.test', '/other//x'])(
    'safeRedirect() accepts %s below a prefix',
    (target) => {
      expect(safeRedirect(target, ORIGIN, '/app')).toBe(ORIGIN + target)
    },
  )

  const values: unknown[] = [
    undefined,
    null,
    1,
    true,
    ['/x'],
    { href: '/x' },
    { toString: () => '/x' },
    Symbol('/x'),
  ]
  test.each(values.map((target) => ({ target })))(
    'safeRedirect() rejects a value that is not a string: $target',
    ({ target }) => {
      expect(safeRedirect(target, ORIGIN, '')).toBeUndefined()
    },
  )

  const pieces = [
    ...[
      '/',
      '\\',
      '//',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '%09',
      '%0d%0a',
      '%',
      '%ff',
      '@',
      ':',
      '?',
      '#',
      ';',
      '&',
      '=',
    ],
    ...[
      '\t',
      '\n',
      '\r',
      ' ',
      '\0',
      '\u0085',
      '\u2028',
      '\ufeff',
      '\ud800',
      '\u3002',
      '\uff0f',
      '[',
      ']',
      '|',
      '<',
      '"',
    ],
    ...['http:', 'https:', 'HTTPS:', 'javascript:', 'data:', 'blob:', 'https://', 'https://app.test', 'x'],
    ...['app.test', 'evil.com', 'user', ':443', ':80', ':99999', 'é', '日本', '127.0.0.1', '[::1]'],
  ]
  const hostile = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' })), {
    maxLength: 8,
  })
  const target = fc.oneof(
    hostile.map((parts) => parts.join('')),
    hostile.map((parts) => `/${parts.join('')}`),
    hostile.map((parts) => `${ORIGIN}${parts.join('')}`),
    fc.webUrl(),
    fc.webPath(),
  )

  test("safeRedirect() returns nothing or a URL of the application's origin in visible ASCII, for any string", () => {
    const property = fc.property(target, (text) => {
      const result = safeRedirect(text, ORIGIN, '')
      if (result === undefined) return
      expect(new URL(result).origin).toBe(ORIGIN)
      expect(new URL(result, 'https://evil.com').origin).toBe(ORIGIN)
      expect(result).toMatch(/^[!-~]+$/)
      // The path must also stay on the site when it is used alone, and when it is decoded again.
      const { pathname } = new URL(result)
      expect(new URL(pathname, ORIGIN).origin).toBe(ORIGIN)
      const decoded = pathname.replaceAll(/%[0-7][0-9a-f]/gi, decodeURIComponent)
      expect(new URL(decoded, ORIGIN).origin).toBe(ORIGIN)
      expect(decoded).not.toMatch(/\p{Cc}/u)
      expect(safeRedirect(result, ORIGIN, '')).toBe(result)
      expect(() => new Headers({ location: result })).not.toThrow()
    })
    fc.assert(property, runs)
  })

  test('safeRedirect() accepts every plain path', () => {
    const segment = fc.string({ unit: fc.constantFrom(...'abcXYZ019_~-'), minLength: 1 })
    const property = fc.property(
      fc.array(segment, { maxLength: 5 }),
      fc.webQueryParameters().map((text) => text.replaceAll("'", '')),
      (parts, query) => {
        const path = `/${parts.join('/')}?${query}`
        expect(safeRedirect(path, ORIGIN, '')).toBe(ORIGIN + path)
      },
    )
    fc.assert(property, runs)
  })
})

/** Percent-encodes like a browser: lone surrogates are replaced. */
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
