import * as authjs from '@auth/core/jwt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { encode, type GetTokenParams, getToken } from '../../src/jwt.js'
import { credentials } from '../../src/providers/credentials.js'
import type { Provider } from '../../src/providers/kinds/provider.js'
import { app, SECRET } from '../support/app.js'
import { Browser } from '../support/browser.js'

beforeEach(() => vi.stubEnv('AUTH_SECRET', SECRET))
afterEach(() => vi.unstubAllEnvs())

const password: Provider = credentials({
  input: {},
  authorize: () => ({ id: 'u1', name: 'Ada' }),
})

/** Signs a user in. With `size`, the token is split into several cookies. */
const signedIn = async (origin: string, size = 0): Promise<Browser> => {
  const jwt = ({ token }: { token: Record<string, unknown> }) => ({ ...token, about: 'x'.repeat(size) })
  const browser = new Browser(app({ providers: [password], callbacks: { jwt } }).handle, origin)
  await browser.post('/auth/callback/credentials')
  return browser
}

const requestOf = (browser: Browser): Request =>
  new Request(`${browser.origin}/anything`, { headers: { cookie: browser.jar.header } })

test.each(['https://app.test', 'http://localhost:3000'])(
  'getToken reads the session of a sign-in at %s',
  async (origin) => {
    const browser = await signedIn(origin)
    const token = await getToken({ req: requestOf(browser) })
    expect(token).toMatchObject({ sub: 'u1', name: 'Ada', exp: expect.any(Number) })
    expect(Object.keys(token ?? {}).sort()).toEqual(['about', 'exp', 'iat', 'jti', 'name', 'sub'])
  },
)

test('getToken reads a token in several cookies', async () => {
  const browser = await signedIn('https://app.test', 6_000)
  expect(browser.jar.names.filter((name) => name.includes('session-token')).length).toBeGreaterThan(1)
  expect(await getToken({ req: requestOf(browser) })).toMatchObject({ sub: 'u1' })
})

test('getToken reads headers of Node.js', async () => {
  const { jar } = await signedIn('https://app.test')
  expect(
    await getToken({ req: { headers: { host: 'app.test', cookie: jar.header }, url: '/anything' } }),
  ).toMatchObject({ sub: 'u1' })
})

test('getToken reads headers of another Fetch implementation', async () => {
  const { headers } = requestOf(await signedIn('https://app.test'))
  const theirs = { get: (name: string) => headers.get(name) } as Headers
  expect(await getToken({ req: { headers: theirs }, audience: 'app.test' })).toMatchObject({ sub: 'u1' })
})

test('getToken reads a bearer token, over HTTPS or not', async () => {
  for (const origin of ['https://app.test', 'http://localhost:3000']) {
    const token = (await getToken({ req: requestOf(await signedIn(origin)), raw: true })) ?? ''
    const { host } = new URL(origin)
    const req = { headers: { host, authorization: `Bearer ${encodeURIComponent(token)}` } }
    expect(await getToken({ req })).toMatchObject({ sub: 'u1' })
  }
})

test('getToken reads a token that was encrypted with an older secret', async () => {
  const browser = await signedIn('https://app.test')
  expect(await getToken({ req: requestOf(browser), secret: ['new', SECRET] })).toMatchObject({ sub: 'u1' })
  expect(await getToken({ req: requestOf(browser), secret: 'new' })).toBeNull()
})

test('`secureCookie` of getToken selects the cookie', async () => {
  const browser = await signedIn('https://app.test')
  expect(await getToken({ req: requestOf(browser), secureCookie: true })).toMatchObject({ sub: 'u1' })
  expect(await getToken({ req: requestOf(browser), secureCookie: false })).toBeNull()
})

test.each([
  ['a request without a token', {}],
  ['a bearer token that cannot be decoded', { authorization: 'Bearer %zz' }],
  ['a cookie that is not a token', { cookie: '__Host-authwright.session-token=x' }],
  ['an Authorization header with another scheme', { authorization: 'Basic abc' }],
])('getToken returns null for %s', async (_, headers) => {
  expect(await getToken({ req: { headers }, audience: 'app.test' })).toBeNull()
})

describe('the host of a token', () => {
  beforeEach(() => vi.stubEnv('NODE_ENV', 'production'))
  const at = async (host: string, more: Partial<GetTokenParams> = {}): Promise<unknown> => {
    const { jar } = await signedIn('https://app.test')
    const req = { headers: { cookie: jar.header, host, 'x-forwarded-host': host } }
    return (await getToken({ ...more, raw: false, req }))?.sub ?? null
  }

  test("getToken reads a token for the host in AUTH_URL, whatever the request's host is", async () => {
    vi.stubEnv('AUTH_URL', 'https://app.test/api/auth')
    expect(await at('evil.test')).toBe('u1')
    vi.stubEnv('AUTH_URL', 'https://other.test')
    expect(await at('app.test')).toBeNull()
  })

  test("getToken reads a token for the request's host if this host is listed", async () => {
    vi.stubEnv('AUTH_TRUSTED_HOSTS', 'app.test,other.test')
    expect(await at('app.test')).toBe('u1')
    expect(await at('other.test')).toBeNull()
    await expect(at('evil.test')).rejects.toMatchObject({ type: 'UntrustedHost' })
  })

  test('getToken reads a token for the host in the option `audience`', async () => {
    expect(await at('internal', { audience: 'app.test' })).toBe('u1')
    expect(await at('app.test', { audience: 'other.test' })).toBeNull()
    expect(await at('internal', { salt: '__Host-authwright.session-token@app.test' })).toBe('u1')
  })

  test.each([
    ['x-forwarded-proto', 'ftp'],
    ['x-forwarded-host', 'app.test/path'],
    ['host', 'app.test/path'],
  ])('getToken throws UntrustedHost for an invalid header %s', async (name, value) => {
    vi.stubEnv('AUTH_TRUSTED_HOSTS', 'app.test')
    const req = { headers: { authorization: 'Bearer x', host: 'app.test', [name]: value } }
    await expect(getToken({ req })).rejects.toMatchObject({ type: 'UntrustedHost' })
  })

  test("getToken reads a token for the request's host, whatever the path is", async () => {
    vi.stubEnv('AUTH_TRUSTED_HOSTS', 'app.test')
    const { jar } = await signedIn('https://app.test')
    for (const url of ['/page', '*', '', '//[']) {
      const req = { url, headers: { cookie: jar.header, host: 'app.test' } }
      expect((await getToken({ req }))?.sub).toBe('u1')
    }
  })

  test('getToken rejects a request without a host and without AUTH_URL or an `audience`', async () => {
    const req = { headers: { authorization: 'Bearer x' } }
    await expect(getToken({ req })).rejects.toThrow(
      'Set AUTH_URL, or pass the `audience` of the tokens to `getToken`',
    )
  })
})

test('getToken requires a secret', async () => {
  vi.stubEnv('AUTH_SECRET', '')
  const req = { headers: { authorization: 'Bearer x' } }
  await expect(getToken({ req })).rejects.toMatchObject({ type: 'MissingSecret' })
  expect(await getToken({ req, raw: true })).toBe('x')
})

test('getToken reads Auth.js cookies with `compat`', async () => {
  for (const [name, secure] of [
    ['authjs.session-token', false],
    ['__Secure-authjs.session-token', true],
  ] as const) {
    const token = await authjs.encode({ token: { sub: 'u2' }, secret: SECRET, salt: name })
    const req = { headers: { cookie: `${name}=${token}` } }
    expect(await getToken({ req, compat: 'authjs' })).toMatchObject({ sub: 'u2' })
    expect(await getToken({ req })).toBeNull()
    const ours = await encode({ token: { sub: 'u3' }, secret: SECRET, salt: name })
    const theirs = { req: { headers: { cookie: `${name}=${ours}` } }, secret: SECRET, secureCookie: secure }
    expect(await authjs.getToken(theirs)).toMatchObject({ sub: 'u3' })
  }
})

test('getToken uses a custom decoder', async () => {
  const req = { headers: { cookie: 'sid=abc' } }
  const told: unknown[] = []
  const decode = (params: { token?: string | undefined }): { sub: string } => {
    told.push(params)
    return { sub: `of ${params.token}` }
  }
  expect(await getToken({ req, cookieName: 'sid', salt: 'salt', secret: 's', decode })).toEqual({
    sub: 'of abc',
  })
  expect(told).toEqual([{ token: 'abc', secret: 's', salt: 'salt' }])
})

test('getToken finds a renamed cookie without its prefix if the cookie was set over HTTP', async () => {
  const token = await encode({ token: { sub: 'u1' }, secret: SECRET, salt: 'acme' })
  const req = new Request('http://localhost/', { headers: { cookie: `acme=${token}` } })
  const params = { req, secret: SECRET, cookieName: '__Host-acme' }
  expect(await getToken({ ...params, secureCookie: false })).toMatchObject({ sub: 'u1' })
  expect(await getToken({ ...params, secureCookie: true })).toBeNull()
  expect(await getToken(params)).toBeNull()
})

test('getToken reads a token from a renamed cookie', async () => {
  for (const origin of ['https://app.test', 'http://localhost:3000']) {
    const auth = app({ providers: [password], cookies: { sessionToken: { name: '__Host-acme' } } })
    const browser = new Browser(auth.handle, origin)
    await browser.post('/auth/callback/credentials')
    const secureCookie = origin.startsWith('https:')
    const params = { req: requestOf(browser), cookieName: '__Host-acme', secureCookie }
    expect(await getToken(params)).toMatchObject({ sub: 'u1' })
  }
})

describe('a cookie that a subdomain sets without the prefix of the renamed cookie', () => {
  const salt = '__Host-acme@app.test'
  const claims = { sub: 'attacker' }
  const planted = async () => {
    const token = await encode({ token: claims, secret: SECRET, salt })
    return {
      req: new Request('https://app.test/', { headers: { cookie: `acme=${token}` } }),
      cookieName: '__Host-acme',
    }
  }

  test('getToken with `salt` ignores a cookie without the prefix, which a subdomain may have set', async () => {
    expect(await getToken({ ...(await planted()), salt })).toBeNull()
  })

  test('getToken with `raw` ignores a cookie without the prefix, which a subdomain may have set', async () => {
    expect(await getToken({ ...(await planted()), raw: true })).toBeNull()
  })

  test('getToken with `decode` ignores a cookie without the prefix, which a subdomain may have set', async () => {
    expect(await getToken({ ...(await planted()), decode: () => claims })).toBeNull()
  })
})

test('getToken reads no cookie if the session cookie occurs twice', async () => {
  const [secure, plain] = ['__Secure-authjs.session-token', 'authjs.session-token']
  const token = await encode({ token: { sub: 'u1' }, secret: SECRET, salt: plain })
  const params = { compat: 'authjs', audience: 'app.test' } as const
  const cookie = `${plain}=${token}; ${secure}=a; ${secure}=b`
  expect(await getToken({ ...params, req: { headers: { cookie } } })).toBeNull()
  expect(await getToken({ ...params, req: { headers: { cookie } }, raw: true })).toBeNull()
  const headers = { cookie, authorization: `Bearer ${token}` }
  expect(await getToken({ ...params, req: { headers } })).toMatchObject({ sub: 'u1' })
})

test('getToken tries the next salt if decode returns null', async () => {
  const salt = 'authwright.session-token'
  const token = await encode({ token: { sub: 'u1' }, secret: SECRET, salt })
  const req = new Request('https://app.test/', { headers: { authorization: `Bearer ${token}` } })
  const asked: string[] = []
  const read: GetTokenParams['decode'] = (params) => {
    asked.push(params.salt)
    return params.salt === salt ? { sub: 'u1' } : null
  }
  expect(await getToken({ req, decode: read })).toEqual({ sub: 'u1' })
  expect(asked).toEqual([`__Host-${salt}`, salt])
})
