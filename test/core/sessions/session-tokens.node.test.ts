import { CompactEncrypt, CompactSign } from 'jose'
import { describe, expect, test } from 'vitest'
import { deriveKey } from '../../../src/runtime/core/crypto/keys.js'
import { createSealer } from '../../../src/runtime/core/crypto/sealer.js'
import { SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { type World, type WorldOptions, worlds } from '../../support/world.js'

const start = worlds()
const NAME = '__Host-authwright.session-token'
/** The audience of tokens of `https://app.test`. */
const AUDIENCE = `${NAME}@app.test`
const DAY = 86_400_000

/** A claim that is so long that the token needs three cookies. */
const LONG = Array.from({ length: 220 }, () => crypto.randomUUID()).join('')

const signedIn = async (options: WorldOptions = {}): Promise<World> => {
  const world = await start({ strategy: 'jwt', stored: false, ...options })
  await world.enter()
  return world
}

const tokenOf = ({ jar }: Browser): string => jar.get(NAME) ?? ''

/**
 * Expects no session for a browser with only these cookies, and that the response deletes all of them, or
 * none if the clock of another process may accept the token.
 */
async function refuses(
  world: World,
  cookies: Readonly<Record<string, string>>,
  fate: 'cleared' | 'kept' = 'cleared',
): Promise<void> {
  const cookie = Object.entries(cookies)
    .map((pair) => pair.join('='))
    .join('; ')
  const response = await world.handle(new Request(`${world.origin}/auth/session`, { headers: { cookie } }))
  expect(response.status).toBe(200)
  expect(await response.json()).toBeNull()
  const cleared = response.headers.getSetCookie().filter((line) => /Max-Age=0/.test(line))
  const names = cleared.map((line) => line.slice(0, line.indexOf('=')))
  const ours = Object.keys(fate === 'kept' ? {} : cookies).filter((name) =>
    /session-token(\.\d)?$/.test(name),
  )
  expect(names.sort()).toEqual(ours.sort())
}

test('JW-1: a session token opens after the sign-in', async () => {
  const world = await signedIn()
  expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
})

describe('JW-2: a session token is rejected if it was changed', () => {
  test('JW-2: a session token is rejected if any byte was changed', async () => {
    const world = await signedIn()
    const token = tokenOf(world.browser)
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A'
      await refuses(world, { [NAME]: token.slice(0, at) + other + token.slice(at + 1) })
    }
  })

  test('JW-2: a session token is rejected if it was cut short anywhere', async () => {
    const world = await signedIn()
    const token = tokenOf(world.browser)
    for (let length = 0; length < token.length; length++)
      await refuses(world, { [NAME]: token.slice(0, length) })
  })

  test('JW-2: a session token is rejected if a segment is missing, repeated or moved', async () => {
    const world = await signedIn()
    const parts = tokenOf(world.browser).split('.')
    for (let at = 0; at < parts.length; at++) {
      await refuses(world, { [NAME]: parts.filter((_, index) => index !== at).join('.') })
      await refuses(world, {
        [NAME]: parts.flatMap((part, index) => (index === at ? [part, part] : [part])).join('.'),
      })
      for (let other = at + 1; other < parts.length; other++) {
        const swapped = parts.map((part, index) =>
          index === at ? parts[other] : index === other ? parts[at] : part,
        )
        if (swapped.join('.') !== parts.join('.')) await refuses(world, { [NAME]: swapped.join('.') })
      }
    }
  })
})

const claims = {
  sub: 'grace',
  name: 'Grace',
  iat: Math.floor(Date.now() / 1000),
  exp: Math.floor(Date.now() / 1000) + 3_600,
  jti: 'x',
  '~session': { id: 'x', start: Math.floor(Date.now() / 1000) },
}
const text = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('JW-4: a session token that is signed and not encrypted is rejected', () => {
  const secret = new TextEncoder().encode(SECRET)
  test.each([
    [
      'with the configured secret',
      () => new CompactSign(text(claims)).setProtectedHeader({ alg: 'HS256' }).sign(secret),
    ],
    [
      'with the derived key of sessions',
      async () =>
        new CompactSign(text(claims))
          .setProtectedHeader({ alg: 'HS256' })
          .sign(await deriveKey(SECRET, ['seal', 'session', NAME])),
    ],
    ['with alg "none"', async () => `${base64url({ alg: 'none' })}.${base64url(claims)}.`],
    ['with alg "none", in five parts', async () => `${base64url({ alg: 'none' })}..${base64url(claims)}..`],
    [
      'with RS256',
      async () => {
        const { privateKey } = await crypto.subtle.generateKey(
          {
            name: 'RSASSA-PKCS1-v1_5',
            hash: 'SHA-256',
            modulusLength: 2048,
            publicExponent: new Uint8Array([1, 0, 1]),
          },
          false,
          ['sign'],
        )
        return new CompactSign(text(claims)).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
      },
    ],
  ])('JW-4: a session token that is signed and not encrypted is rejected: %s', async (_, make) => {
    await refuses(await signedIn(), { [NAME]: await make() })
  })
})

describe('JW-5: a session token with another encryption is rejected, even with the right key', () => {
  const key = (): Promise<Uint8Array> => deriveKey(SECRET, ['seal', 'session', NAME])
  const encrypt = async (header: Record<string, unknown>, bytes: Uint8Array): Promise<string> => {
    const kid = await keyId()
    return new CompactEncrypt(text(claims)).setProtectedHeader({ kid, ...header } as never).encrypt(bytes)
  }

  test('JW-5: a session token encrypted with A128GCM and half of the key is rejected', async () => {
    await refuses(await signedIn(), {
      [NAME]: await encrypt({ alg: 'dir', enc: 'A128GCM' }, (await key()).slice(0, 16)),
    })
  })

  test('JW-5: a session token encrypted with A128CBC-HS256 is rejected', async () => {
    await refuses(await signedIn(), {
      [NAME]: await encrypt({ alg: 'dir', enc: 'A128CBC-HS256' }, await key()),
    })
  })

  test.each(['A256KW', 'A256GCMKW'])(
    'JW-5: a session token with a key wrapped by %s is rejected',
    async (alg) => {
      await refuses(await signedIn(), { [NAME]: await encrypt({ alg, enc: 'A256GCM' }, await key()) })
    },
  )

  test.each(['ECDH-ES', 'RSA-OAEP', 'PBES2-HS256+A128KW', 'dir '])(
    'JW-5: a session token with the header of %s is rejected',
    async (alg) => {
      const world = await signedIn()
      const [, ...rest] = tokenOf(world.browser).split('.')
      const header = base64url({ alg, enc: 'A256GCM', kid: await keyId() })
      await refuses(world, { [NAME]: [header, ...rest].join('.') })
    },
  )

  test('JW-5: a session token with more header parameters than allowed is rejected', async () => {
    for (const more of [{ zip: 'DEF' }, { typ: 'JWT' }, { cty: 'JWT' }]) {
      const token = await encrypt({ alg: 'dir', enc: 'A256GCM', ...more }, await key())
      await refuses(await signedIn(), { [NAME]: token })
    }
  })
})

/** The `kid` of the session key, taken from a token of the application. */
async function keyId(): Promise<string> {
  const sealer = createSealer({ secrets: [SECRET], purpose: 'session', audience: AUDIENCE })
  const [header = ''] = (await sealer.seal({}, 60)).split('.')
  return (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }).kid
}

test.each([1, 10, 16])('JW-7: a session token that expired %i seconds ago is rejected', async (seconds) => {
  let now = Date.now()
  const world = await signedIn({ clock: () => now, session: { maxAge: 60 } })
  now += 59_000
  const { browser } = world
  const cookies = { [NAME]: tokenOf(browser) }
  now += (1 + seconds) * 1_000
  await refuses(world, cookies, 'kept')
  now += DAY
  await refuses(world, cookies)
})

test('JW-8: a session token from the future is rejected', async () => {
  const clock = (): number => Date.now() + DAY
  const sealer = createSealer({ secrets: [SECRET], purpose: 'session', audience: AUDIENCE, clock })
  const session = { id: 'x', start: Math.floor(clock() / 1000) }
  await refuses(
    await signedIn(),
    { [NAME]: await sealer.seal({ ...claims, '~session': session }, 3_600) },
    'kept',
  )
  const present = createSealer({ secrets: [SECRET], purpose: 'session', audience: AUDIENCE })
  const later = { ...claims, nbf: Math.floor(clock() / 1000) }
  await refuses(await signedIn(), { [NAME]: await present.seal(later, 3_600) }, 'kept')
})

test('JW-10: a session token with PBES2 and two billion iterations is rejected without computing them', async () => {
  const header = {
    alg: 'PBES2-HS512+A256KW',
    enc: 'A256GCM',
    p2c: 2 ** 31,
    p2s: 'AAAAAAAAAAAAAAAA',
    kid: await keyId(),
  }
  const world = await signedIn()
  const [, , ...rest] = tokenOf(world.browser).split('.')
  await refuses(world, { [NAME]: [base64url(header), 'AAAA', ...rest].join('.') })
  await refuses(world, { [NAME]: [base64url(header), '', ...rest].join('.') })
})

describe('JW-11: the key ID of a session token', () => {
  test.each([
    ['is missing', undefined],
    ['is unknown', 'AAAAAAAAAAAAAAAA'],
    ['is a path', '../../../../dev/null'],
    ['is a list', ['a', 'b']],
    ['is a number', 1],
    ['is __proto__', '__proto__'],
    ['is long', 'x'.repeat(20_000)],
  ])('JW-11: a session token with a key ID that %s is rejected', async (_, kid) => {
    const world = await signedIn()
    const [, ...rest] = tokenOf(world.browser).split('.')
    await refuses(world, { [NAME]: [base64url({ alg: 'dir', enc: 'A256GCM', kid }), ...rest].join('.') })
  })

  test('JW-11: a session token of an old secret stays valid until the secret is removed, and is renewed with the new secret', async () => {
    let now = Date.now()
    const clock = (): number => now
    const [old, fresh] = [
      'the old secret, which is long enough to be one',
      'the new secret, which is long enough to be one',
    ]
    const before = await signedIn({ clock, options: { secret: old } })
    const during = await start({ clock, strategy: 'jwt', stored: false, options: { secret: [fresh, old] } })
    const after = await start({ clock, strategy: 'jwt', stored: false, options: { secret: fresh } })
    const cookies = { [NAME]: tokenOf(before.browser) }
    await refuses(after, cookies)
    during.browser.jar.put(NAME, cookies[NAME] ?? '')
    now += 2 * DAY
    expect(await during.browser.session()).not.toBeNull()
    after.browser.jar.put(NAME, tokenOf(during.browser))
    expect(await after.browser.session()).toMatchObject({ user: { name: 'Grace' } })
  })
})

describe('a session token in several cookies', () => {
  const long: WorldOptions = {
    callbacks: { jwt: ({ token, trigger }) => (trigger === 'signIn' ? { ...token, long: LONG } : token) },
  }

  const parts = (browser: Browser): string[] =>
    browser.jar.names.filter((name) => name.startsWith(`${NAME}.`)).map((name) => browser.jar.get(name) ?? '')

  const named = (values: readonly string[]): Record<string, string> =>
    Object.fromEntries(values.map((value, index) => [`${NAME}.${index}`, value]))

  test('JW-13: a session token in several cookies is joined', async () => {
    const world = await signedIn({
      callbacks: {
        ...long.callbacks,
        session: (context) => ({ ...context.session, long: 'token' in context && context.token['long'] }),
      },
    })
    expect(parts(world.browser).length).toBe(3)
    expect((await world.browser.session()).long).toBe(LONG)
  })

  test('JW-13: a session token in cookies of another order is rejected', async () => {
    const world = await signedIn(long)
    const [one = '', two = '', three = ''] = parts(world.browser)
    for (const order of [
      [two, one, three],
      [three, one, two],
      [one, three, two],
    ]) {
      await refuses(world, named(order))
    }
  })

  test('JW-13: a session token with a missing or an additional cookie is rejected', async () => {
    const world = await signedIn(long)
    const values = parts(world.browser)
    for (const missing of [0, 1, 2]) {
      const left = Object.entries(named(values)).filter((_, index) => index !== missing)
      await refuses(world, Object.fromEntries(left))
    }
    await refuses(world, named([...values, values[2] ?? '']))
    await refuses(world, named([...values, '']))
  })

  test('JW-13: a session token is rejected if one of its cookies occurs twice', async () => {
    const world = await signedIn(long)
    const [first = ''] = parts(world.browser)
    const cookie = `${world.browser.jar.header}; ${NAME}.0=${first}`
    const response = await world.handle(new Request(`${world.origin}/auth/session`, { headers: { cookie } }))
    expect(await response.json()).toBeNull()
    expect(response.headers.getSetCookie().filter((line) => line.startsWith(NAME))).toHaveLength(3)
  })

  test('JW-13: a session token with a cookie of another session is rejected', async () => {
    const [mine, other] = [await signedIn(long), await signedIn(long)]
    const [one = '', two = '', three = ''] = parts(mine.browser)
    const theirs = parts(other.browser)
    await refuses(mine, named([one, theirs[1] ?? '', three]))
    await refuses(mine, named([theirs[0] ?? '', two, three]))
  })

  test('JW-13: a session token in several cookies is rejected if another cookie contains a whole token', async () => {
    const [mine, other] = [await signedIn(long), await signedIn()]
    await refuses(mine, { [NAME]: tokenOf(other.browser), ...named(parts(mine.browser)) })
  })

  test('JW-13: a session token in several cookies is joined despite a cookie with another suffix', async () => {
    const world = await signedIn(long)
    for (const suffix of ['.007', '.x', '.-1', '.1e3', '.', '.00', '.3x', '.99']) {
      const cookie = `${world.browser.jar.header}; ${NAME}${suffix}=x`
      const response = await world.handle(
        new Request(`${world.origin}/auth/session`, { headers: { cookie } }),
      )
      expect(await response.json()).toMatchObject({ user: { name: 'Grace' } })
    }
  })

  test('JW-14: a session token leaves no cookie behind when it shrinks to one cookie and grows again', async () => {
    let size = LONG.length
    const world = await signedIn({
      callbacks: { jwt: ({ token }) => ({ ...token, long: LONG.slice(0, size) }) },
    })
    expect(parts(world.browser)).toHaveLength(3)
    size = 10
    expect(await world.browser.session()).not.toBeNull()
    expect(world.browser.jar.names.filter((name) => name.startsWith(NAME))).toEqual([NAME])
    size = LONG.length
    expect(await world.browser.session()).not.toBeNull()
    expect(world.browser.jar.names.filter((name) => name.startsWith(NAME))).toEqual(
      [0, 1, 2].map((part) => `${NAME}.${part}`),
    )
    expect(await world.browser.session()).not.toBeNull()
  })
})

test('JW-16: a session that is used for two years ends at its absolute lifetime', async () => {
  let now = Date.now()
  const world = await signedIn({ clock: () => now })
  const lived: number[] = []
  for (let day = 0; day <= 730; day += 29) {
    if (await world.browser.session()) lived.push(day)
    now += 29 * DAY
  }
  expect(lived).toEqual([0, 29, 58, 87])
})

test('JW-19: callbacks.jwt ends the session by returning null', async () => {
  let ends = false
  const world = await signedIn({ callbacks: { jwt: ({ token }) => (ends ? null : token) } })
  ends = true
  expect(await world.browser.session()).toBeNull()
  expect(tokenOf(world.browser)).toBe('')
})

test('JW-19: callbacks.jwt cannot change the user of the session', async () => {
  const world = await signedIn({
    callbacks: {
      jwt: ({ token, trigger }) => (trigger === 'update' ? { ...token, sub: 'victim' } : token),
      session: (context) => ({
        ...context.session,
        ...('token' in context && { sub: context.token['sub'] }),
      }),
    },
  })
  const csrfToken = await world.browser.csrfToken()
  const body = JSON.stringify({ csrfToken, data: { sub: 'victim' } })
  const headers = { 'content-type': 'application/json' }
  await world.browser.send('/auth/session', { method: 'POST', body, headers })
  expect(await world.browser.session()).toMatchObject({ sub: 'grace' })
})

test('JW-20: a session token in an Authorization header is ignored', async () => {
  const world = await signedIn()
  const token = tokenOf(world.browser)
  for (const authorization of [
    `Bearer ${token}`,
    `bearer ${token}`,
    `Bearer ${encodeURIComponent(token)}%`,
    `Bearer ${token}, Bearer ${token}`,
  ]) {
    const response = await world.handle(
      new Request(`${world.origin}/auth/session`, { headers: { authorization } }),
    )
    expect(await response.json()).toBeNull()
    const request = new Request(`${world.origin}/page`, { headers: { authorization } })
    expect(await world.app.session(request)).toBeNull()
  }
})

describe('a session token', () => {
  /** Sends cookies that the URL `at` set to the URL `elsewhere`. */
  const sessionAt = async (at: string, elsewhere: string, more: WorldOptions = {}): Promise<unknown> => {
    const options = { strategy: 'jwt', stored: false, ...more } as const
    const world = await start({ ...options, origin: at })
    const there = new Browser(world.app.handle, at)
    await world.enter(there)
    expect(await there.session()).toMatchObject({ user: { name: 'Grace' } })
    const here = new Browser(world.app.handle, elsewhere)
    for (const name of there.jar.names) here.jar.put(name, there.jar.get(name) ?? '')
    return here.session()
  }
  const grace = expect.objectContaining({ user: expect.objectContaining({ name: 'Grace' }) })
  const json: WorldOptions['jwt'] = {
    encode: ({ token }) => btoa(JSON.stringify(token)),
    decode: ({ token = '' }) => JSON.parse(atob(token)),
  }

  test.each<[string, WorldOptions]>([
    ['in the default format', {}],
    ['with the secret of .jwt()', { jwt: { secret: SECRET } }],
    ['in a custom format', { jwt: json }],
    ['in the format of Auth.js', { options: { compat: 'authjs', secret: SECRET } }],
  ])('a session token is rejected at another host: %s', async (_, more) => {
    expect(await sessionAt('https://evil.test', 'https://app.test', more)).toBeNull()
    expect(await sessionAt('https://app.test', 'https://sub.app.test', more)).toBeNull()
  })

  test.each<[string, () => string]>([
    [
      'throws',
      () => {
        throw new Error('The key is missing.')
      },
    ],
    ['returns no token', () => ''],
  ])('the log names `encode` if it %s', async (_, encode) => {
    const world = await start({
      strategy: 'jwt',
      stored: false,
      jwt: { encode, decode: () => null },
      failsItself: true,
    })
    await world.enter()
    expect((world.errors.at(-1) as Error).message).toContain('`encode` of .jwt()')
  })

  test('a session token opens at every port of its host', async () => {
    expect(await sessionAt('https://app.test', 'https://app.test:8443')).toEqual(grace)
  })

  test('a session token opens at every host of the domain of its cookie', async () => {
    const cookies = { sessionToken: { options: { domain: '.App.test' } } }
    expect(await sessionAt('https://one.app.test', 'https://two.app.test', { cookies })).toEqual(grace)
  })

  test('a session token opens at every host with the same sessionAudience', async () => {
    const options = { secret: SECRET, sessionAudience: 'acme' }
    expect(await sessionAt('https://one.test', 'https://two.test', { options })).toEqual(grace)
  })

  test('a session token of an earlier version, which does not contain a host, is rejected', async () => {
    const sealer = createSealer({ secrets: [SECRET], purpose: 'session', audience: NAME })
    const session = { id: 'x', start: Math.floor(Date.now() / 1000) }
    const token = await sealer.seal({ ...claims, '~session': session }, 3_600)
    await refuses(await signedIn(), { [NAME]: token })
  })

  test('a session token opens after requests to 250 other hosts', async () => {
    const world = await signedIn()
    for (let index = 0; index < 250; index++) {
      await new Browser(world.app.handle, `https://host-${index}.test`).session()
    }
    expect(await world.browser.session()).toEqual(grace)
  })
})
