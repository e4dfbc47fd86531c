import { afterEach, describe, expect, test, vi } from 'vitest'
import { credentials } from '../../../src/providers/credentials.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { oidc } from '../../../src/providers/oidc.js'
import { passkey } from '../../../src/providers/passkey.js'
import { webauthn } from '../../../src/providers/webauthn.js'
import { type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'

type Variables = Record<string, string>

const password: Provider = credentials({
  input: {},
  authorize: () => ({ id: 'u1', name: 'Ada' }),
})

const start = (environment: Variables, more: Partial<AppOptions> = {}, origin?: string): Browser =>
  new Browser(app({ providers: [password], environment, ...more }).handle, origin)

/** Collects warnings. `first` resolves at the first warning, because the messages are loaded asynchronously. */
function warnings() {
  const codes: string[] = []
  const messages: string[] = []
  let told = (): void => {}
  const first = new Promise<void>((resolve) => {
    told = resolve
  })
  const warn = (code: string, message = ''): void => {
    codes.push(code)
    messages.push(message)
    told()
  }
  return { codes, messages, logger: { warn }, first }
}

/** Removes the secret from the options, so that it is read from the environment. */
const fromEnvironment = { secret: undefined } as unknown as NonNullable<AppOptions['options']>

const production = { NODE_ENV: 'production' }

describe('secrets', () => {
  test.each([
    ['in an empty environment, with the flag that fills it', {}, 'nodejs_compat'],
    [
      'in an environment with other variables',
      { NODE_ENV: 'test' },
      'If AUTH_SECRET is in .env, start with `NODE_ENV=… node --env-file=.env`. Else set it to 32 random characters',
    ],
  ])('without a secret, the error says what to do: %s', async (_, environment, advice) => {
    const error = vi.fn()
    const browser = start(environment, { options: { ...fromEnvironment, logger: { error } } })
    expect((await browser.send('/auth/session')).status).toBe(500)
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ type: 'MissingSecret', message: expect.stringContaining(advice) }),
    )
  })

  const random = '9vK2mXq7Tf4Lz8Rb1Yc6Wd3Hn5Gs0PjE'

  test.each([
    ['short', 'AUTH_SECRET', { AUTH_SECRET: random.slice(1) }, {}],
    ['short', 'AUTH_SECRET_1', { AUTH_SECRET: random, AUTH_SECRET_1: 'short' }, {}],
    [
      'short',
      'the secret of session tokens',
      { AUTH_SECRET: random },
      { jwt: { secret: [random, 'short'] } },
    ],
    ['repetitive', 'AUTH_SECRET', { AUTH_SECRET: 's'.repeat(32) }, {}],
    ['repetitive', 'AUTH_SECRET_1', { AUTH_SECRET: random, AUTH_SECRET_1: 'no secret'.repeat(4) }, {}],
    [
      'repetitive',
      'the secret of session tokens',
      { AUTH_SECRET: random },
      { jwt: { secret: '0123'.repeat(8) } },
    ],
  ])('a %s secret logs one warning: %s', async (weakness, _, environment, more) => {
    const { codes, logger, first } = warnings()
    const browser = start(
      { NODE_ENV: 'test', ...environment },
      { options: { ...fromEnvironment, logger }, ...more },
    )
    await browser.session()
    await browser.session()
    await first
    expect(codes).toEqual([`${weakness}-secret`])
  })

  test.each([
    ['AUTH_SECRET', { AUTH_SECRET: 'x' }, {}],
    ['AUTH_SECRET of 15 characters', { AUTH_SECRET: random.slice(17) }, {}],
    ['AUTH_SECRET beside a longer AUTH_SECRET_1', { AUTH_SECRET: 'short', AUTH_SECRET_1: random }, {}],
    ['the secret of session tokens', { AUTH_SECRET: random }, { jwt: { secret: [random, 'short'] } }],
  ])('a very short secret is refused in production: %s', async (_, environment, more) => {
    const error = vi.fn()
    const options = { ...fromEnvironment, logger: { error, warn: () => {} }, trustHost: true as const }
    const browser = start({ ...production, ...environment }, { options, ...more })
    expect((await browser.send('/auth/session')).status).toBe(500)
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        type: 'MissingSecret',
        message: expect.stringMatching(/fewer than 16 characters.*npx authwright secret/),
      }),
    )
  })

  test.each([
    ['16 random characters', random.slice(16), 'short-secret'],
    ['24 random characters', 'n0kB3mXvq2TtY8sWcLr5Zg==', 'short-secret'],
    ['32 characters of which 9 are different', '123456789'.repeat(4).slice(4), 'repetitive-secret'],
  ])(
    'a secret of %s is accepted in production, with a warning that it may be easy to guess',
    async (_, AUTH_SECRET, code) => {
      const { codes, messages, logger, first } = warnings()
      const options = { ...fromEnvironment, logger, trustHost: ['app.test'] }
      const browser = start({ ...production, AUTH_SECRET }, { options })
      expect((await browser.send('/auth/session')).status).toBe(200)
      await first
      expect(codes).toContain(code)
      expect(messages[codes.indexOf(code)]).toContain(
        'an attacker with a session token may find it by guessing',
      )
    },
  )

  test('a secret of 32 random characters is accepted without a warning', async () => {
    const { codes, logger, first } = warnings()
    const options = { ...fromEnvironment, logger, debug: true }
    await start({ NODE_ENV: 'test', AUTH_SECRET: random }, { options }).session()
    await first
    expect(codes).toEqual(['debug-enabled'])
  })

  test('AUTH_TRUST_HOST=true in production without a configured URL causes one warning', async () => {
    const warned = async (environment: Variables, trustHost?: true | string[]): Promise<string[]> => {
      const { codes, logger, first } = warnings()
      const options = {
        ...fromEnvironment,
        secret: random,
        logger,
        debug: true,
        ...(trustHost && { trustHost }),
      }
      const browser = start({ NODE_ENV: 'production', ...environment }, { options })
      await browser.session()
      await browser.session()
      await first
      return codes.filter((code) => code !== 'debug-enabled')
    }
    expect(await warned({ AUTH_TRUST_HOST: 'true' })).toEqual(['any-host-trusted'])
    expect(await warned({}, true)).toEqual(['any-host-trusted'])
    expect(await warned({ AUTH_TRUST_HOST: 'true', NODE_ENV: 'development' })).toEqual([])
    expect(await warned({ AUTH_TRUST_HOST: 'true', AUTH_URL: 'https://app.test' })).toEqual([])
    expect(await warned({ AUTH_TRUST_HOST: 'true', AUTH_TRUSTED_HOSTS: 'app.test' })).toEqual([])
    expect(await warned({}, ['app.test'])).toEqual([])
  })

  const sessionAfter = async (before: Variables, after: Variables): Promise<unknown> => {
    const first = start({ NODE_ENV: 'test', ...before }, { options: fromEnvironment })
    await first.post('/auth/callback/credentials')
    expect(await first.session()).toMatchObject({ user: { name: 'Ada' } })
    const second = start({ NODE_ENV: 'test', ...after }, { options: fromEnvironment })
    return new Browser(second.handle, first.origin, first.jar.clone()).session()
  }
  const secret = (name: string, value = 'one'): Variables => ({ [name]: value })
  const ada = expect.objectContaining({ user: { name: 'Ada' } })

  test.each<[string, Variables, Variables, unknown]>([
    ['AUTH_SECRET seals and opens sessions', secret('AUTH_SECRET'), secret('AUTH_SECRET'), ada],
    ['another AUTH_SECRET opens no session', secret('AUTH_SECRET'), secret('AUTH_SECRET', 'two'), null],
    ['NEXTAUTH_SECRET replaces a missing AUTH_SECRET', secret('NEXTAUTH_SECRET'), secret('AUTH_SECRET'), ada],
    [
      'AUTH_SECRET overrides NEXTAUTH_SECRET',
      { ...secret('AUTH_SECRET'), ...secret('NEXTAUTH_SECRET', 'two') },
      secret('AUTH_SECRET'),
      ada,
    ],
    ...['AUTH_SECRET_1', 'AUTH_SECRET_2', 'AUTH_SECRET_3'].map(
      (name): [string, Variables, Variables, unknown] => [
        `${name} is newer, and AUTH_SECRET still opens`,
        secret('AUTH_SECRET'),
        { ...secret('AUTH_SECRET'), ...secret(name, 'new') },
        ada,
      ],
    ),
    [
      'AUTH_SECRET_NEXT opens sessions',
      secret('AUTH_SECRET', 'new'),
      { ...secret('AUTH_SECRET'), ...secret('AUTH_SECRET_NEXT', 'new') },
      ada,
    ],
    [
      'AUTH_SECRET_NEXT does not seal sessions',
      { ...secret('AUTH_SECRET'), ...secret('AUTH_SECRET_NEXT', 'new') },
      secret('AUTH_SECRET'),
      ada,
    ],
    [
      'the newest secret seals sessions',
      { ...secret('AUTH_SECRET'), ...secret('AUTH_SECRET_1', 'new') },
      secret('AUTH_SECRET', 'new'),
      ada,
    ],
  ])('%s', async (_, before, after, session) => {
    expect(await sessionAfter(before, after)).toEqual(session)
  })

  test('the option `secret` overrides every variable', async () => {
    const browser = start({ NODE_ENV: 'test', AUTH_SECRET: 'other' })
    await browser.post('/auth/callback/credentials')
    const same = new Browser(
      start({ NODE_ENV: 'test' }, { options: { secret: SECRET } }).handle,
      browser.origin,
      browser.jar,
    )
    expect(await same.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('a configuration without a secret responds to every request with 500', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(
      (await start({ NODE_ENV: 'test' }, { options: fromEnvironment }).send('/auth/session')).status,
    ).toBe(500)
    vi.restoreAllMocks()
  })
})

describe('the URL of the application', () => {
  const signinUrl = async (
    environment: Variables,
    options: NonNullable<AppOptions['options']> = {},
    path = '/auth',
    headers = {},
  ): Promise<unknown> => {
    const response = await start(environment, { options: { ...options } }).send(`${path}/providers`, {
      headers,
    })
    if (response.status !== 200) return response.status
    return ((await response.json()) as { credentials: { signinUrl: string } }).credentials.signinUrl
  }
  const forwarded = { 'x-forwarded-host': 'public.test', 'x-forwarded-proto': 'https' }

  test.each<[string, Variables, object, string, object, unknown]>([
    ['without a variable, the host of the request is rejected', {}, {}, '/auth', {}, 421],
    [
      'AUTH_URL names the origin',
      { AUTH_URL: 'https://site.test' },
      {},
      '/auth',
      {},
      'https://site.test/auth/signin/credentials',
    ],
    [
      'AUTH_URL names the base path',
      { AUTH_URL: 'https://site.test/api/auth' },
      {},
      '/api/auth',
      {},
      'https://site.test/api/auth/signin/credentials',
    ],
    [
      '`basePath` overrides the path of AUTH_URL',
      { AUTH_URL: 'https://site.test/api/auth' },
      { basePath: '/in' },
      '/in',
      {},
      'https://site.test/in/signin/credentials',
    ],
    [
      'NEXTAUTH_URL replaces a missing AUTH_URL',
      { NEXTAUTH_URL: 'https://old.test' },
      {},
      '/auth',
      {},
      'https://old.test/auth/signin/credentials',
    ],
    [
      'AUTH_URL overrides NEXTAUTH_URL',
      { AUTH_URL: 'https://site.test', NEXTAUTH_URL: 'https://old.test' },
      {},
      '/auth',
      {},
      'https://site.test/auth/signin/credentials',
    ],
    [
      'with AUTH_TRUST_HOST, the host of the request is trusted',
      { AUTH_TRUST_HOST: 'true' },
      {},
      '/auth',
      {},
      'https://app.test/auth/signin/credentials',
    ],
    [
      'with AUTH_TRUST_HOST, the forwarded host is trusted',
      { AUTH_TRUST_HOST: '1' },
      {},
      '/auth',
      forwarded,
      'https://public.test/auth/signin/credentials',
    ],
    [
      'a forwarded host in AUTH_TRUSTED_HOSTS is trusted',
      { AUTH_TRUSTED_HOSTS: 'public.test' },
      {},
      '/auth',
      forwarded,
      'https://public.test/auth/signin/credentials',
    ],
    [
      'a forwarded host that is not in AUTH_TRUSTED_HOSTS is rejected',
      { AUTH_TRUSTED_HOSTS: 'app.test' },
      {},
      '/auth',
      forwarded,
      421,
    ],
    [
      '`trustHost: true` does not extend the list in AUTH_TRUSTED_HOSTS',
      { AUTH_TRUSTED_HOSTS: 'app.test' },
      { trustHost: true },
      '/auth',
      forwarded,
      421,
    ],
    [
      'a host that is not in the list of `trustHost` is rejected, even on a platform',
      { VERCEL: '1' },
      { trustHost: ['other.test'] },
      '/auth',
      {},
      421,
    ],
    [
      'with AUTH_TRUST_HOST=false, the host of the request is rejected, even on a platform',
      { AUTH_TRUST_HOST: 'false', VERCEL: '1' },
      {},
      '/auth',
      {},
      421,
    ],
    [
      '`trustHost: true` overrides AUTH_TRUST_HOST',
      { AUTH_TRUST_HOST: 'false' },
      { trustHost: true },
      '/auth',
      forwarded,
      'https://public.test/auth/signin/credentials',
    ],
    [
      '`trustHost: false` overrides AUTH_TRUST_HOST',
      { AUTH_TRUST_HOST: 'true' },
      { trustHost: false },
      '/auth',
      {},
      421,
    ],
    ['VERCEL routes by host', { VERCEL: '1' }, {}, '/auth', {}, 'https://app.test/auth/signin/credentials'],
    [
      'CF_PAGES routes by host',
      { CF_PAGES: '1' },
      {},
      '/auth',
      {},
      'https://app.test/auth/signin/credentials',
    ],
    [
      'a forwarded host is not trusted because of the variable of a platform',
      { VERCEL: '1' },
      {},
      '/auth',
      forwarded,
      'https://app.test/auth/signin/credentials',
    ],
    [
      'NODE_ENV=development trusts the URL of the request',
      { NODE_ENV: 'development' },
      {},
      '/auth',
      forwarded,
      'https://app.test/auth/signin/credentials',
    ],
  ])('%s', async (_, variables, options, path, headers, expected) => {
    expect(await signinUrl({ ...production, ...variables }, options, path, headers)).toBe(expected)
  })
})

describe('providers', () => {
  const bare = oidc({ id: 'my-company.2', issuer: undefined })
  const variables = {
    NODE_ENV: 'test',
    AUTH_MY_COMPANY_2_ID: 'client',
    AUTH_MY_COMPANY_2_SECRET: 's-e_c.r*et',
    AUTH_MY_COMPANY_2_ISSUER: 'https://idp.test',
  }

  const signIn = async (provider: Provider, environment: Variables): Promise<unknown> => {
    const idp = await IdentityProvider.start()
    const browser = start(environment, { providers: [provider], fetch: idp.fetch })
    const begun = locationOf(await browser.post(`/auth/signin/${provider.id}`))
    if (begun.origin !== 'https://idp.test') return begun.searchParams.get('error')
    const callback = idp.authorize(begun)
    await browser.send(callback.pathname + callback.search)
    return (await browser.session())?.user?.name ?? null
  }

  test('AUTH_<ID>_ID, _SECRET and _ISSUER complete a provider', async () => {
    expect(await signIn(bare, variables)).toBe('Ada Lovelace')
  })

  test('a provider requires AUTH_<ID>_ID and AUTH_<ID>_SECRET, and receives the secret', async () => {
    const { AUTH_MY_COMPANY_2_ID: _, ...withoutId } = variables
    expect(await signIn(bare, withoutId)).toBe('Configuration')
    expect(await signIn(bare, { ...variables, AUTH_MY_COMPANY_2_SECRET: 'wrong' })).toBeNull()
  })

  test('an option in the code wins over the variable of a provider', async () => {
    const wrong = { ...variables, AUTH_MY_COMPANY_2_ID: 'wrong', AUTH_MY_COMPANY_2_SECRET: 'wrong' }
    expect(await signIn({ ...bare, clientId: 'client', clientSecret: 's-e_c.r*et' }, wrong)).toBe(
      'Ada Lovelace',
    )
  })
})

test('AUTH_REDIRECT_PROXY_URL is the callback URL sent to providers, unless the option is set', async () => {
  const idp = await IdentityProvider.start()
  const environment = { NODE_ENV: 'test', AUTH_REDIRECT_PROXY_URL: 'https://proxy.test/auth' }
  const redirectUri = async (options: NonNullable<AppOptions['options']>): Promise<string | null> => {
    const browser = start(environment, { providers: [acme()], fetch: idp.fetch, options: { ...options } })
    return locationOf(await browser.post('/auth/signin/acme')).searchParams.get('redirect_uri')
  }
  expect(await redirectUri({})).toBe('https://proxy.test/auth/callback/acme')
  expect(await redirectUri({ redirectProxyUrl: 'https://other.test/in' })).toBe(
    'https://other.test/in/callback/acme',
  )
})

describe('options and environment variables', () => {
  afterEach(() => vi.restoreAllMocks())

  test.each([
    ['https://app.test', undefined, '__Host-authwright.csrf-token', true],
    ['http://localhost:3000', undefined, 'authwright.csrf-token', false],
    ['https://app.test', false, 'authwright.csrf-token', false],
    ['http://localhost:3000', true, '__Host-authwright.csrf-token', true],
  ])(
    'at %s with useSecureCookies %s, cookies have the right prefix and Secure attribute',
    async (origin, useSecureCookies, name, secure) => {
      const options = useSecureCookies === undefined ? {} : { useSecureCookies }
      const { handle } = app({ providers: [password], environment: { NODE_ENV: 'test' }, options })
      const [cookie = ''] = (await handle(new Request(`${origin}/auth/csrf`))).headers.getSetCookie()
      expect([cookie.startsWith(`${name}=`), /; Secure/.test(cookie)]).toEqual([true, secure])
    },
  )

  test('the option `debug` writes to the console, and causes one warning', async () => {
    const debug = vi.spyOn(console, 'debug').mockImplementation(() => {})
    const { logger: log, first } = warnings()
    const warn = vi.spyOn(console, 'warn').mockImplementation(log.warn)
    const { memory } = await import('../../../src/adapters/memory.js')
    for (const [options, written] of [
      [{ logger: {} }, 0],
      [{ logger: {}, debug: true }, 1],
    ] as const) {
      const browser = start({ NODE_ENV: 'test' }, { adapter: memory(), options })
      browser.jar.put('__Host-authwright.session-token', 'unknown')
      await browser.session()
      await browser.csrfToken()
      expect(debug).toHaveBeenCalledTimes(written)
    }
    await first
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/^\[auth\]\[warn\]\[debug-enabled\] /)]])
  })

  test('`logger.debug` receives the steps of a sign-in and a sign-out, without secrets', async () => {
    const heard: unknown[] = []
    const idp = await IdentityProvider.start()
    const logger = { debug: (...said: unknown[]) => void heard.push(said) }
    const browser = start(
      { NODE_ENV: 'test' },
      { providers: [acme()], fetch: idp.fetch, options: { logger } },
    )
    const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
    await browser.send(callback.pathname + callback.search)
    await browser.post('/auth/signout')
    expect(heard).toEqual([
      [
        "sign-in with 'acme' begins",
        { redirect_uri: 'https://app.test/auth/callback/acme', scope: 'openid profile email' },
      ],
      [
        "'acme' returned tokens for the code",
        { members: expect.arrayContaining(['access_token', 'id_token']) },
      ],
      ["login with 'acme'", { account: 'unstored' }],
      ['sign-out', { session: 'ended' }],
    ])
  })

  test('each method of the option `logger` replaces the same method of the console', async () => {
    const console_ = (['error', 'warn', 'debug'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(() => {}),
    )
    const { memory } = await import('../../../src/adapters/memory.js')
    const { codes: heard, logger: warning, first } = warnings()
    const logger = {
      ...warning,
      error: (error: Error) => heard.push(error.name),
      debug: (message: string) => heard.push(message),
    }
    const browser = start(
      { NODE_ENV: 'test' },
      { adapter: memory(), options: { debug: true, logger: logger as never } },
    )
    browser.jar.put('__Host-authwright.session-token', 'unknown')
    await browser.session()
    await browser.send('/auth/callback/nobody')
    await first
    expect(heard.sort()).toEqual(['InvalidProvider', 'adapter getSessionAndUser', 'debug-enabled'])
    for (const spy of console_) expect(spy).not.toHaveBeenCalled()
  })

  test.each([
    ['/api/auth', 'AUTH_URL', 'env-url-basepath-redundant', 'AUTH_URL and `basePath` name the same path'],
    ['/api/auth', 'NEXTAUTH_URL', 'env-url-basepath-redundant', 'NEXTAUTH_URL and `basePath` name the same'],
    ['/in', 'AUTH_URL', 'env-url-basepath-mismatch', 'so the path of AUTH_URL is not used'],
    ['/in', 'NEXTAUTH_URL', 'env-url-basepath-mismatch', 'so the path of NEXTAUTH_URL is not used'],
  ])(
    'basePath %s and a path in %s cause one warning that names the variable',
    async (basePath, variable, code, message) => {
      const { codes: heard, messages, logger, first } = warnings()
      const environment = { NODE_ENV: 'test', [variable]: 'https://site.test/api/auth' }
      const browser = start(environment, { options: { basePath: basePath as `/${string}`, logger } })
      await browser.send(`${basePath}/session`)
      await browser.send(`${basePath}/session`)
      await first
      expect(heard).toEqual([code])
      expect(messages.join()).toMatch(new RegExp(`(?:^| )${message}`))
    },
  )

  test('webauthn() causes one warning, and passkey() no warning, with or without `enableWebAuthn`', async () => {
    const { memory } = await import('../../../src/adapters/memory.js')
    const heard: string[] = []
    let told = (): void => {}
    const first = new Promise<void>((resolve) => {
      told = resolve
    })
    const logger = {
      warn: (code: string, message: string) => {
        heard.push(`${code}: ${message}`)
        told()
      },
    }
    const experimental = { enableWebAuthn: true }
    const configurations = [
      { provider: passkey(), options: {} },
      { provider: passkey(), options: { experimental } },
      { provider: webauthn({ id: 'key' }), options: { experimental } },
    ]
    for (const { provider, options } of configurations) {
      const parts = { providers: [provider], adapter: memory(), options: { logger, ...options } }
      const browser = start({ NODE_ENV: 'test' }, parts)
      await browser.session()
      await browser.session()
    }
    await first
    expect(heard).toEqual([
      "experimental-webauthn: The provider 'key' is experimental: its options may change.",
    ])
  })

  test('every built-in page uses the theme', async () => {
    const theme = {
      colorScheme: 'dark',
      logo: '/logo.svg',
      brandColor: '#123456',
      buttonText: '#ffffff',
    } as const
    const browser = start({ NODE_ENV: 'test' }, { options: { theme } })
    for (const path of ['signin', 'signout', 'error', 'verify-request']) {
      const html = await (await browser.send(`/auth/${path}`)).text()
      expect([path, html.includes('#123456'), html.includes('src="/logo.svg"')]).toEqual([path, true, true])
    }
  })
})
