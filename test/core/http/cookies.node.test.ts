import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SECRET } from '../../support/app.js'
import { flowsOf, locationOf } from '../../support/browser.js'
import { runs } from '../../support/fuzz.js'
import { makeWorld, type World, worlds } from '../../support/world.js'

const start = worlds()
const NAME = '__Host-authwright.session-token'

/** The response of `GET /session` to a browser that sends this header. */
const sessionFor = async (world: World, cookie: string): Promise<Response> =>
  world.handle(new Request(`${world.origin}/auth/session`, { headers: { cookie } }))

test.each(['jwt', 'database'] as const)(
  'CK-1: over HTTPS every cookie has the strictest attributes (%s)',
  async (strategy) => {
    const world = await start({ strategy })
    const seen = new Map<string, string>()
    const watch = (response: Response): Response => {
      for (const line of response.headers.getSetCookie()) seen.set(line.slice(0, line.indexOf('=')), line)
      return response
    }
    watch(await world.browser.send('/auth/csrf'))
    const started = watch(await world.browser.post('/auth/signin/acme'))
    watch(await world.finish(world.idp.authorize(locationOf(started))))
    watch(await world.browser.post('/auth/signout'))
    const kinds = [...seen.keys()].map((name) => name.replace(/\.flow\..*/, '.flow'))
    expect([...new Set(kinds)].sort()).toEqual([
      '__Host-authwright.csrf-token',
      '__Host-authwright.flow',
      '__Host-authwright.session-token',
    ])
    for (const line of seen.values()) {
      expect(line).toMatch(/; Path=\/;/)
      expect(line).toMatch(/; HttpOnly/)
      expect(line).toMatch(/; Secure/)
      expect(line).toMatch(/; SameSite=Lax/)
      expect(line).not.toMatch(/domain/i)
    }
  },
)

describe('CK-2: without HTTPS', () => {
  const production = { NODE_ENV: 'production' }

  test('CK-2: without HTTPS, a user can sign in over a local network', async () => {
    const world = await start({ origin: 'http://localhost:3000', environment: production })
    await world.enter()
    expect(await world.browser.session()).not.toBeNull()
    expect(world.browser.jar.names).toEqual([
      'authwright.browser',
      'authwright.csrf-token',
      'authwright.session-token',
    ])
  })

  test('CK-2: without HTTPS, an application in production refuses requests until its URL is configured', async () => {
    const world = await start({ origin: 'http://app.test', environment: production })
    expect((await world.browser.send('/auth/csrf')).status).toBe(421)
    const named = await start({
      origin: 'http://app.test',
      environment: { ...production, AUTH_URL: 'http://app.test' },
    })
    await named.enter()
    expect(await named.browser.session()).not.toBeNull()
  })

  test('CK-2: without HTTPS, cookies that are `Secure` by configuration stay `Secure`', async () => {
    const origin = 'http://localhost:3000'
    const { handle } = await start({ origin, options: { secret: SECRET, useSecureCookies: true } })
    const [cookie] = (await handle(new Request(`${origin}/auth/csrf`))).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-authwright\.csrf-token=.*; Secure/)
  })
})

test('CK-4: a cookie header too large for servers causes an error with a fix, and no user is signed in', async () => {
  const world = await start({
    strategy: 'jwt',
    callbacks: { jwt: ({ token }) => ({ ...token, long: 'x'.repeat(20_000) }) },
  })
  const response = await world.enter()
  expect(locationOf(response).searchParams.get('error')).toBe('Configuration')
  expect(String(world.errors)).toContain('Store less in it')
  expect(world.browser.jar.header.length).toBeLessThan(8_192)
  expect(await world.browser.session()).toBeNull()
})

test('CK-4: sign-ins that are started and never finished do not fill the cookie header', async () => {
  const world = await start()
  for (let tab = 0; tab < 12; tab++) await world.begin(world.browser, `/${'x'.repeat(1_900)}`)
  expect(world.browser.jar.header.length).toBeLessThan(12_000)
  expect(flowsOf(world.browser).length).toBeLessThanOrEqual(5)
})

test.each(['-x', '.evil', '.99999999', '.-0', '.0x', ' .0', '.0.0', '%2e0'])(
  "CK-5: a cookie whose name only starts with the session cookie's name is ignored: %s",
  async (suffix) => {
    const world = await start()
    await world.enter()
    const response = await sessionFor(world, `${world.browser.jar.header}; ${NAME}${suffix}=x`)
    expect(await response.json()).toMatchObject({ user: { name: 'Grace' } })
    expect(response.headers.getSetCookie()).toEqual([])
    await world.browser.send('/auth/signout', {
      headers: { cookie: `${world.browser.jar.header}; ${NAME}${suffix}=x` },
    })
    expect(await world.browser.session()).not.toBeNull()
  },
)

test('CK-7: a session token in three thousand parts is refused, and few cookies are deleted', async () => {
  const world = await start()
  await world.enter()
  const parts = Array.from({ length: 3_000 }, (_, index) => `${NAME}.${index}=x`).join('; ')
  for (const cookie of [parts, `${world.browser.jar.header}; ${parts}`]) {
    const response = await sessionFor(world, cookie)
    expect(await response.json()).toBeNull()
    expect(response.headers.getSetCookie().length).toBeLessThanOrEqual(11)
  }
  const many = Array.from({ length: 900 }, (_, index) => `${NAME}.${index}=x`).join('; ')
  const response = await sessionFor(world, many)
  expect(await response.json()).toBeNull()
  expect(response.headers.getSetCookie().length).toBeLessThanOrEqual(11)
})

describe('CK-8: a malformed Cookie header', () => {
  test.each([
    '=;;;',
    'a',
    '__proto__=x',
    'toString=x; constructor=y; hasOwnProperty=z',
    'a=%E0%A4%A',
    'a="b"; c="d;e"',
    'a=ü; ü=a',
    'a=b;c=d',
    'a=b;',
    '; ; ; =x',
    ' = ',
  ])('CK-8: a session is found in a malformed Cookie header: %s', async (odd) => {
    const world = await start()
    await world.enter()
    // Headers consist of bytes: non-ASCII characters are received as their UTF-8 bytes.
    const bytes = Buffer.from(odd, 'utf8').toString('latin1')
    const response = await sessionFor(world, `${bytes};${world.browser.jar.header}`)
    expect(await response.json()).toMatchObject({ user: { name: 'Grace' } })
  })

  // For browsers, these names have no `__Host-` prefix, so any host of the domain can set such a cookie.
  // `String.prototype.trim` would remove the characters at the start.
  test.each(['\u00a0', '\u000b', '\u000c', '\u0085', '\u00a0\u00a0', ' \u00a0', '\u00a0 '])(
    'CK-8: a cookie whose name begins or ends with %j is a different cookie',
    async (sign) => {
      const world = await start()
      await world.enter()
      const token = world.browser.jar.get(NAME)
      for (const name of [`${sign}${NAME}`, `${NAME}${sign}`]) {
        const planted = await sessionFor(world, `${name}=${token}`)
        expect(await planted.json()).toBeNull()
        const beside = await sessionFor(world, `${world.browser.jar.header}; ${name}=x`)
        expect(await beside.json()).toMatchObject({ user: { name: 'Grace' } })
      }
    },
  )

  test('CK-8: a Cookie header of 64 kilobytes is handled', async () => {
    const world = await start()
    await world.enter()
    expect((await sessionFor(world, `${world.browser.jar.header}; a=${'x'.repeat(65_536)}`)).status).toBe(200)
  })

  test('CK-8: a request with any Cookie header gets a response', async () => {
    const world = await makeWorld({ strategy: 'jwt', stored: false })
    await world.enter()
    const { header } = world.browser.jar
    const token = world.browser.jar.get(NAME) ?? ''
    const parts: [string, string][] = [
      [`${NAME}.0`, token.slice(0, 50)],
      [`${NAME}.1`, token.slice(50)],
    ]
    const piece = fc.oneof(
      fc.constantFrom(NAME, `${NAME}.0`, `${NAME}.1`, '__proto__', '__Host-authwright.flow.x', 'a', ''),
      fc.constantFrom(
        token,
        token.slice(0, 50),
        token.slice(50),
        'x',
        '"',
        '%',
        '%00',
        '%E0%A4%A',
        '=',
        ';;',
      ),
      fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, '')),
    )
    const pairs = fc.array(fc.tuple(piece, piece), { maxLength: 6 })
    const property = fc.asyncProperty(pairs, fc.boolean(), async (made, signedIn) => {
      const cookie = [...made.map((pair) => pair.join('=')), ...(signedIn ? [header] : [])].join('; ')
      const response = await sessionFor(world, cookie)
      expect(response.status).toBe(200)
      const session = (await response.json()) as { user: { name: string } } | null
      expect([undefined, 'Grace']).toContain(session?.user.name)
      // The session is valid only if the cookies contain the unchanged token, in one cookie or in all of its parts.
      // Other cookies make no difference.
      const isWhole = cookie.includes(token)
      const isInParts = parts.every((part) => cookie.includes(part.join('=')))
      if (session) expect(isWhole || isInParts).toBe(true)
    })
    await fc.assert(property, { ...runs, examples: [[parts, false]] })
    world.check()
  })

  test('CK-8: a token that is split among cookies is read completely or not at all', async () => {
    const world = await makeWorld({ strategy: 'jwt', stored: false })
    await world.enter()
    const token = world.browser.jar.get(NAME) ?? ''
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: token.length - 1 }), { maxLength: 4 })
    const property = fc.asyncProperty(cuts, fc.nat(9), fc.nat(9), async (places, one, two) => {
      const sorted = [0, ...places.sort((a, b) => a - b), token.length]
      const parts = sorted.slice(1).map((end, index) => token.slice(sorted[index], end))
      const names = parts.map((_, index) => index)
      // Two parts may be swapped.
      const swapped = names.map((name) => (name === one ? two : name === two ? one : name))
      const cookie = parts.map((part, index) => `${NAME}.${swapped[index]}=${part}`).join('; ')
      const session = await (await sessionFor(world, cookie)).json()
      const joined = parts
        .map((part, index) => [swapped[index], part] as const)
        .sort(([a], [b]) => Number(a) - Number(b))
        .map(([, part]) => part)
        .join('')
      const complete = [...swapped].sort((a, b) => a - b).every((name, index) => name === index)
      expect(session !== null).toBe(complete && joined === token)
    })
    await fc.assert(property, runs)
    world.check()
  })
})

test.each(['jwt', 'database'] as const)(
  'CK-10: no route shows the value of a cookie (%s)',
  async (strategy) => {
    const world = await start({ strategy })
    await world.enter()
    await world.begin()
    const secrets = world.browser.jar.names.map((name) => world.browser.jar.get(name) ?? '')
    const values = secrets.flatMap((value) => decodeURIComponent(value).split('|').slice(-1))
    expect(values).toHaveLength(4)
    for (const path of [
      'session',
      'csrf',
      'providers',
      'signin',
      'signout',
      'error?error=Configuration',
      'verify-request',
      'callback/acme',
    ]) {
      const response = await world.browser.send(`/auth/${path}`)
      const shown = (await response.text()) + (response.headers.get('location') ?? '')
      for (const value of values) expect(shown).not.toContain(value)
    }
  },
)

describe('CK-11: a failed callback ends its flow', () => {
  test.each([
    ['the provider refuses', (callback: URL) => callback.searchParams.set('error', 'access_denied')],
    ['the code is unknown', (callback: URL) => callback.searchParams.set('code', 'x')],
    ['the issuer is wrong', (callback: URL) => callback.searchParams.set('iss', 'https://evil.test')],
    ['there is no code', (callback: URL) => callback.searchParams.delete('code')],
  ])('CK-11: a failed callback deletes the cookie of its flow: %s', async (_, change) => {
    const world = await start()
    const callback = await world.begin()
    const [name] = flowsOf(world.browser)
    change(callback)
    const response = await world.finish(callback)
    expect(response.status).toBe(302)
    expect(response.headers.getSetCookie().join('\n')).toMatch(`${name}=; Max-Age=0`)
    expect(flowsOf(world.browser)).toEqual([])
    expect(await world.browser.session()).toBeNull()
  })

  test('CK-11: a malformed code deletes the cookie of its flow', async () => {
    const world = await start()
    const callback = await world.begin()
    callback.searchParams.set('code', 'x\u0000')
    const response = await world.finish(callback)
    expect(response.status).toBe(400)
    expect(flowsOf(world.browser)).toEqual([])
  })

  test('CK-11: an invalid session cookie is deleted by every response that reads it', async () => {
    const world = await start()
    world.browser.jar.put(NAME, 'garbage')
    world.browser.jar.put(`${NAME}.0`, 'garbage')
    expect(await world.browser.session()).toBeNull()
    expect(world.browser.jar.names).toEqual([])
  })
})
