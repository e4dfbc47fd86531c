import PublishedCredentials from '@auth/core/providers/credentials'
import PublishedDiscord from '@auth/core/providers/discord'
import { NextRequest } from 'next/server.js'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { getToken } from '../../src/compat/jwt.js'
import NextAuth from '../../src/compat/next.js'
import Credentials from '../../src/compat/providers/credentials.js'
import Email from '../../src/compat/providers/email.js'
import {
  Auth,
  type AuthConfig,
  createActionURL,
  isAuthAction,
  raw,
  setEnvDefaults,
} from '../../src/compat.js'
import { AccessDenied, MissingSecret, MissingSecretError } from '../../src/errors.js'
import { AuthConfigurationError } from '../../src/index.js'
import { github } from '../../src/providers/github.js'
import { Browser, locationOf } from '../support/browser.js'

const secret = 'a secret of at least thirty-two characters'

const password = Credentials({
  credentials: { email: { label: 'E-mail' }, password: { type: 'password' } },
  authorize: ({ email, password }) =>
    password === 'right' ? { id: 'u1', name: 'Ada', email: String(email) } : null,
})

const start = (config: Partial<AuthConfig> = {}): Browser => {
  const whole: AuthConfig = { providers: [password], secret, trustHost: true, logger: silent, ...config }
  return new Browser((request) => Auth(request, whole))
}

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }

const signIn = (browser: Browser, fields: Record<string, string> = {}): Promise<Response> =>
  browser.post('/auth/callback/credentials', { email: 'ada@example.com', password: 'right', ...fields })

describe('a configuration of Auth.js', () => {
  test('compat signs in with credentials, and uses the cookie names of Auth.js', async () => {
    const browser = start()
    expect((await signIn(browser)).status).toBe(302)
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada', email: 'ada@example.com' } })
    expect(browser.jar.names).toContain('__Secure-authjs.session-token')
    const req = new Request('https://app.test/', { headers: { cookie: browser.jar.header ?? '' } })
    expect(await getToken({ req, secret })).toMatchObject({ sub: 'u1', name: 'Ada' })
  })

  test('compat refuses a wrong password in the same way as Auth.js', async () => {
    const location = locationOf(await signIn(start(), { password: 'wrong' }))
    expect(location.searchParams.get('error')).toBe('CredentialsSignin')
  })

  test('compat callbacks may modify and return their arguments', async () => {
    const browser = start({
      callbacks: {
        jwt({ token, user }) {
          if (user) token['role'] = 'admin'
          return token
        },
        session({ session, token }) {
          session.user.id = token.sub
          Object.assign(session, { role: token['role'] })
          return session
        },
      },
    })
    await signIn(browser)
    const read = { user: { id: 'u1', name: 'Ada' }, role: 'admin' }
    expect(await browser.session()).toMatchObject(read)
    expect(await browser.session()).toMatchObject(read)
  })

  test('a token that callbacks.jwt changes while the session is read is stored in the cookie', async () => {
    let reads = 0
    const browser = start({
      callbacks: {
        jwt({ token }) {
          token['reads'] = ++reads
          return token
        },
      },
    })
    await signIn(browser)
    await browser.session()
    const before = browser.jar.get('__Secure-authjs.session-token')
    await browser.session()
    expect(browser.jar.get('__Secure-authjs.session-token')).not.toBe(before)
  })

  test.each(['jwt', 'database'] as const)(
    '`newSession` and `trigger` reach the session callback with strategy %s',
    async (strategy) => {
      const seen: unknown[] = []
      const adapter = memory()
      const stored = await adapter.createUser({ name: 'Ada', email: null, emailVerified: null })
      const browser = start({
        adapter,
        session: { strategy },
        providers: [Credentials({ credentials: {}, authorize: () => stored })],
        callbacks: {
          session({ session, newSession, trigger }) {
            seen.push([trigger, newSession])
            return session
          },
        },
      })
      await browser.post('/auth/callback/credentials')
      await browser.session()
      const body = JSON.stringify({ csrfToken: await browser.csrfToken(), data: { name: 'Grace' } })
      await browser.send('/auth/session', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', origin: 'https://app.test' },
      })
      expect(seen).toEqual([
        [undefined, undefined],
        ['update', { name: 'Grace' }],
      ])
    },
  )

  test('an error thrown by the signIn callback becomes the message of `AccessDenied`', async () => {
    const logged: Error[] = []
    const browser = start({
      logger: { ...silent, error: (error) => void logged.push(error) },
      callbacks: {
        signIn() {
          throw new Error('The directory does not respond.')
        },
      },
    })
    expect(locationOf(await signIn(browser)).searchParams.get('error')).toBe('AccessDenied')
    expect(logged).toEqual([expect.any(AccessDenied)])
    expect(logged[0]?.message).toBe('The directory does not respond.')
  })

  test('`MissingSecretError`, the name in the Auth.js documentation, is `MissingSecret`', () => {
    expect(MissingSecretError).toBe(MissingSecret)
  })

  test('compat accepts providers as functions, as objects and from other packages', async () => {
    // A provider whose variables are missing would not be listed.
    for (const id of ['GITHUB', 'SECOND', 'DISCORD']) {
      vi.stubEnv(`AUTH_${id}_ID`, 'client')
      vi.stubEnv(`AUTH_${id}_SECRET`, 'secret')
    }
    onTestFinished(() => void vi.unstubAllEnvs())
    const browser = start({
      providers: [
        github,
        github({ id: 'second' }),
        PublishedDiscord,
        PublishedCredentials({ authorize: () => ({ id: '7' }) }),
      ],
    })
    const providers = await (await browser.send('/auth/providers')).json()
    expect(Object.keys(providers as object)).toEqual(['github', 'second', 'discord', 'credentials'])
    await browser.post('/auth/callback/credentials', {})
    expect(await browser.session()).toMatchObject({ user: {} })
  })

  test.each([
    ['Authwright', Credentials],
    ['Auth.js', PublishedCredentials],
  ])('options of Credentials of %s that are undefined have no effect', async (_, create) => {
    const options = { id: undefined, name: undefined, authorize: () => ({ id: '7' }) }
    const browser = start({ providers: [(create as (options: object) => typeof password)(options)] })
    expect(await (await browser.send('/auth/providers')).json()).toMatchObject({
      credentials: { id: 'credentials', name: 'Credentials' },
    })
  })

  test('Email with a server and its own sendVerificationRequest needs no sender', async () => {
    const server = 'smtp://mail.example'
    const seen: unknown[] = []
    const provider = Email({ server, sendVerificationRequest: (request) => void seen.push(request.provider) })
    const browser = start({ adapter: memory(), providers: [provider] })
    await browser.post('/auth/signin/email', { email: 'ada@example.com' })
    expect(seen).toEqual([expect.objectContaining({ id: 'email', name: 'Email', server })])
  })

  test('session options that are undefined have no effect', async () => {
    const browser = start({ session: { strategy: undefined, maxAge: undefined } })
    await signIn(browser)
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  test.each([
    ['without an id', {}, false],
    ['without an id, from a provider that is a function,', {}, true],
    ['whose id is `null`', { id: null as unknown as string }, false],
  ])('a user %s gets a random id, as with Auth.js', async (_, stored, isFunction) => {
    const seen: unknown[] = []
    const config = Credentials({ credentials: {}, authorize: () => ({ name: 'Ada', ...stored }) })
    const provider = isFunction ? () => config : config
    const callbacks: AuthConfig['callbacks'] = {
      session({ session, token }) {
        seen.push(token.sub)
        return session
      },
    }
    const browser = start({ providers: [provider], callbacks })
    await browser.post('/auth/callback/credentials', {})
    await browser.session()
    expect(seen).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])
  })

  test.each([
    ['a string', '7'],
    ['a number', 7],
    ['absent', undefined],
  ])(
    'a user whose name and e-mail address are accessors of a class is signed in if the id is %s',
    async (_, id) => {
      // Models of Sequelize and documents of Mongoose have such accessors.
      class Person {
        readonly values = { id, name: 'Ada', email: 'ada@acme.example' }
        get id() {
          return this.values.id as string
        }
        get name() {
          return this.values.name
        }
        get email() {
          return this.values.email
        }
      }
      const provider = Credentials({ credentials: {}, authorize: () => new Person() })
      const browser = start({ providers: [provider] })
      await browser.post('/auth/callback/credentials', {})
      expect(await browser.session()).toMatchObject({ user: { name: 'Ada', email: 'ada@acme.example' } })
    },
  )

  test.each([
    ['a string', '7'],
    ['a number', 7],
    ['absent', undefined],
  ])('a user of a class with private fields is signed in if the id is %s', async (_, id) => {
    class Person {
      #email = 'ada@acme.example'
      readonly id = id as string
      get name() {
        return this.#email.split('@')[0] ?? ''
      }
      get email() {
        return this.#email
      }
    }
    const provider = Credentials({ credentials: {}, authorize: () => new Person() })
    const browser = start({ providers: [provider] })
    await browser.post('/auth/callback/credentials', {})
    expect(await browser.session()).toMatchObject({ user: { name: 'ada', email: 'ada@acme.example' } })
  })

  test.each([
    ['a string', '7'],
    ['a number', 7],
    ['absent', undefined],
  ])('the `signIn` callback can assign the id of a user whose id is %s', async (_, id) => {
    const seen: unknown[] = []
    const provider = Credentials({
      credentials: {},
      authorize: () => ({ name: 'Ada', id: id as unknown as string }),
    })
    const callbacks: AuthConfig['callbacks'] = {
      signIn({ user }) {
        user.id = 'ada'
        return true
      },
      session({ session, token }) {
        seen.push(token.sub)
        return session
      },
    }
    const browser = start({ providers: [provider], callbacks })
    await browser.post('/auth/callback/credentials', {})
    await browser.session()
    expect(seen).toEqual(['ada'])
  })

  test.each([
    ['undefined', undefined],
    ['null', null],
    ['a function that returns nothing', () => undefined],
  ])('an entry of `providers` that is %s is left out', async (_, provider) => {
    const providers = [password, provider] as AuthConfig['providers']
    const listed = await (await start({ providers }).send('/auth/providers')).json()
    expect(Object.keys(listed as object)).toEqual(['credentials'])
  })

  test.each([
    ['NaN', Number.NaN, 'NaN'],
    ['a fraction', 1.5, '1.5'],
    ['a number beyond the safe integers', 2 ** 60, '1152921504606847000'],
    ['a boolean', true, 'boolean'],
    ['an object', { key: 1 }, 'object'],
    ['an array', [], 'object'],
    ['a function', () => '1', 'function'],
    ['a symbol', Symbol('1'), 'symbol'],
    ['the string "undefined"', 'undefined', 'that no other user has'],
    ['the string "[object Object]"', '[object Object]', 'that no other user has'],
  ])('a user whose id is %s is not signed in, because many users would share it', async (_, id, sentence) => {
    const errors: string[] = []
    const provider = Credentials({
      credentials: {},
      authorize: () => ({ name: 'Ada', id: id as unknown as string }),
    })
    const logger = { error: (error: Error) => void errors.push(error.message) }
    const browser = start({ providers: [provider], logger })
    await browser.post('/auth/callback/credentials', {})
    expect(await browser.session()).toBeNull()
    expect(errors.join()).toContain(sentence)
  })

  test.each([
    ['true', true],
    ['a string', 'ada'],
    ['the rows of a query', [{ id: '1', name: 'Ada' }]],
    ['an empty array', []],
  ])('no user is signed in if authorize returns %s', async (_, returned) => {
    const errors: string[] = []
    const provider = Credentials({ credentials: {}, authorize: () => returned as never })
    const logger = { error: (error: Error) => void errors.push(error.message) }
    const browser = start({ providers: [provider], logger })
    await browser.post('/auth/callback/credentials', {})
    expect(await browser.session()).toBeNull()
    expect(errors.join()).toContain('must return null, or a user')
  })

  test.each([
    ['an integer', 7, '7'],
    ['a bigint', 7n, '7'],
    ['an object with toString()', { toString: () => '66f0c0ffee' }, '66f0c0ffee'],
  ])('an id that is %s becomes a string', async (_, id, sub) => {
    const seen: unknown[] = []
    const provider = Credentials({ credentials: {}, authorize: () => ({ id: id as unknown as string }) })
    const session: NonNullable<AuthConfig['callbacks']>['session'] = ({ session, token }) => {
      seen.push(token.sub)
      return session
    }
    const browser = start({ providers: [provider], callbacks: { session } })
    await browser.post('/auth/callback/credentials', {})
    await browser.session()
    expect(seen).toEqual([sub])
  })

  test('options that are `undefined` or empty have no effect', async () => {
    const browser = start({
      adapter: undefined,
      pages: { signIn: '/login', newUser: undefined },
      theme: { logo: '' },
      cookies: undefined,
      session: undefined,
    })
    expect(await browser.session()).toBeNull()
  })

  test('a misspelled option is refused with the most similar name', async () => {
    const config = { providers: [password], secret, calbacks: {} }
    await expect(Auth(new Request('https://app.test/auth/session'), config)).rejects.toThrow(
      AuthConfigurationError,
    )
    await expect(Auth(new Request('https://app.test/auth/session'), config)).rejects.toThrow('`callbacks`')
  })

  test('`cookies.state` sets the attributes of the flow cookie, and `cookies.callbackUrl` causes a warning', async () => {
    const warn = vi.fn()
    const browser = start({
      providers: [github({ clientId: 'id', clientSecret: 'secret' })],
      logger: { ...silent, warn },
      cookies: {
        state: { name: 'state', options: { sameSite: 'none', secure: true } },
        callbackUrl: { name: 'x' },
      },
    })
    const response = await browser.post('/auth/signin/github')
    expect(response.headers.getSetCookie().find((cookie) => cookie.includes('.flow.'))).toContain(
      'SameSite=None',
    )
    expect(warn.mock.calls.filter(([code]) => code === 'callback-url-cookie')).toHaveLength(1)
  })

  test('the warning about `cookies.callbackUrl` is logged once, also for a function of the request', async () => {
    const warn = vi.fn()
    const { handlers } = NextAuth(() => ({
      providers: [password],
      secret,
      trustHost: true,
      logger: { ...silent, warn },
      cookies: { callbackUrl: { name: 'x' } },
    }))
    for (let request = 0; request < 3; request++) {
      const response = await handlers.GET(new NextRequest('https://app.test/api/auth/csrf'))
      expect(response.status).toBe(200)
    }
    expect(warn.mock.calls.filter(([code]) => code === 'callback-url-cookie')).toHaveLength(1)
  })

  test('`maxAge` in `cookies` sets the lifetime of the cookie in the browser', async () => {
    const browser = start({ cookies: { sessionToken: { options: { maxAge: 900 } } } })
    const cookies = (await signIn(browser)).headers.getSetCookie()
    expect(cookies.find((cookie) => cookie.includes('session-token'))).toContain('Max-Age=900')
    await expect(
      Auth(new Request('https://app.test/auth/csrf'), {
        providers: [password],
        secret,
        cookies: { csrfToken: { options: { maxAge: 1.5 } } },
      }),
    ).rejects.toThrow('maxAge')
  })
})

describe('the instance of a configuration', () => {
  test('a later call with the same configuration rejects a session that was signed out', async () => {
    const browser = start()
    await signIn(browser)
    const stolen = browser.jar.header ?? ''
    await browser.post('/auth/signout')
    const response = await browser.handle(
      new Request('https://app.test/auth/session', { headers: { cookie: stolen } }),
    )
    expect(await response.json()).toBeNull()
  })

  test('a new instance is created for a changed copy of a configuration, and for a frozen configuration', async () => {
    const config: AuthConfig = Object.freeze({
      providers: [password],
      secret,
      trustHost: true,
      basePath: '/auth',
    })
    const providers = (each: AuthConfig, path: string) =>
      Auth(new Request(`https://app.test${path}/providers`), each)
    expect((await providers(config, '/auth')).status).toBe(200)
    expect((await providers({ ...config, basePath: '/other' }, '/other')).status).toBe(200)
    expect((await providers(config, '/other')).status).toBe(404)
  })

  test('`raw` returns the response as data, and throws errors', async () => {
    const config = { providers: [password], secret, trustHost: true, raw, logger: silent } as const
    const { status } = await Auth(new Request('https://app.test/auth/csrf'), config)
    expect(status).toBe(200)
  })
})

describe('functions for authors of integrations', () => {
  test('integrations can use actions by name', () => {
    expect(['signin', 'session', 'webauthn-options', 'admin'].map(isAuthAction)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test.each([
    ['signin', 'http', { host: 'app.test' }, {}, '/auth', 'http://app.test/auth/signin'],
    [
      'csrf',
      'http:',
      { 'x-forwarded-host': 'a.test', 'x-forwarded-proto': 'https' },
      {},
      '/api/auth/',
      'https://a.test/api/auth/csrf',
    ],
    [
      'session',
      'http',
      { host: 'x' },
      { AUTH_URL: 'https://site.test/auth' },
      undefined,
      'https://site.test/auth/session',
    ],
    [
      'session',
      'http',
      { host: 'x' },
      { NEXTAUTH_URL: 'https://site.test/other' },
      '/auth',
      'https://site.test/auth/session',
    ],
  ] as const)(
    'createActionURL() returns the URL of %s',
    (action, protocol, headers, environment, basePath, address) => {
      expect(createActionURL(action, protocol, new Headers(headers), environment, { basePath }).href).toBe(
        address,
      )
    },
  )

  test.each(['app.test/evil?', 'app.test\\\\evil', 'user@app.test', 'app.test#', `a${'/'.repeat(300_000)}x`])(
    'createActionURL() rejects a host that contains more than a host: %#',
    (host) => {
      expect(() => createActionURL('signin', 'https', new Headers({ host }), {})).toThrow(TypeError)
    },
  )

  test('createActionURL() ignores empty variables', () => {
    const headers = new Headers({ host: 'app.test' })
    const urlFor = (environment: Record<string, string>): string =>
      createActionURL('signin', 'https', headers, environment, { basePath: '/auth' }).href
    expect(urlFor({ AUTH_URL: '' })).toBe('https://app.test/auth/signin')
    expect(urlFor({ AUTH_URL: '', NEXTAUTH_URL: 'https://site.test' })).toBe('https://site.test/auth/signin')
  })

  test('createActionURL() rejects a URL without its scheme, and a request without a valid host', () => {
    const create = (host: string, environment: Record<string, string>) => () =>
      createActionURL('signin', 'https', new Headers({ host }), environment)
    expect(create('app.test', { AUTH_URL: 'localhost:3000' })).toThrow(
      'The environment variable AUTH_URL must be the URL of the application with its scheme, such as https://example.com.',
    )
    expect(create('app.test/evil', {})).toThrow('The request has no valid host. Set AUTH_URL.')
  })

  test.each([
    ['/auth', { AUTH_URL: 'https://site.test' }],
    ['/auth', { AUTH_URL: 'https://site.test/' }],
    ['/auth', { AUTH_URL: '', NEXTAUTH_URL: '' }],
    ['/api/auth', { AUTH_URL: 'https://site.test/api/auth/' }],
    ['/api/auth', { NEXTAUTH_URL: 'https://site.test/api/auth' }],
  ])('setEnvDefaults() sets the base path %s for %o', (basePath, environment) => {
    const config: AuthConfig = { providers: [password] }
    setEnvDefaults(environment, config)
    expect(config.basePath).toBe(basePath)
  })

  test('setEnvDefaults() rejects invalid variables', () => {
    const complete = (environment: Record<string, string>) => () =>
      setEnvDefaults(environment, { providers: [password] })
    expect(complete({ AUTH_URL: 'localhost:3000' })).toThrow('AUTH_URL must be the URL of the application')
    expect(complete({ AUTH_REDIRECT_PROXY_URL: 'proxy.test' })).toThrow('AUTH_REDIRECT_PROXY_URL must be')
    expect(complete({ AUTH_TRUST_HOST: 'maybe' })).toThrow('AUTH_TRUST_HOST must be "true" or "false"')
  })

  test('setEnvDefaults() lists NEXTAUTH_SECRET before AUTH_SECRET_NEXT', () => {
    const config: AuthConfig = { providers: [password] }
    setEnvDefaults({ NEXTAUTH_SECRET: 'current', AUTH_SECRET_NEXT: 'next' }, config)
    expect(config.secret).toEqual(['current', 'next'])
  })

  test('setEnvDefaults() reads AUTH_TRUST_HOST as a boolean', () => {
    const trusted = (value: string): AuthConfig['trustHost'] => {
      const config: AuthConfig = { providers: [password] }
      setEnvDefaults({ AUTH_TRUST_HOST: value }, config)
      return config.trustHost
    }
    expect(['true', '1', 'yes', ' ON '].map(trusted)).toEqual([true, true, true, true])
    expect(['false', '0', 'no', ''].map(trusted)).toEqual([undefined, undefined, undefined, undefined])
  })

  test('setEnvDefaults() completes a configuration from the environment', () => {
    const config: AuthConfig = { providers: [password] }
    setEnvDefaults(
      {
        AUTH_SECRET: 'first',
        AUTH_SECRET_1: 'second',
        AUTH_URL: 'https://site.test/auth',
        AUTH_TRUST_HOST: 'false',
      },
      config,
    )
    expect(config).toMatchObject({ secret: ['second', 'first'], basePath: '/auth' })
    expect(config.trustHost).toBeUndefined()
    const named: AuthConfig = { providers: [password], secret: 'mine', basePath: '/a' }
    setEnvDefaults({ AUTH_SECRET: 'first', AUTH_URL: 'https://site.test/auth' }, named)
    expect(named).toMatchObject({ secret: 'mine', basePath: '/a' })
  })
})

test('an instance without providers reads the sessions of another instance', async () => {
  const browser = start()
  await signIn(browser)
  const config: AuthConfig = { providers: [], secret, trustHost: true, logger: silent }
  const headers = { cookie: browser.jar.header ?? '' }
  const read = await Auth(new Request('https://app.test/auth/session', { headers }), config)
  expect(await read.json()).toMatchObject({ user: { name: 'Ada' } })
  const page = await Auth(new Request('https://app.test/auth/signin'), config)
  expect(page.status).toBe(200)
})
