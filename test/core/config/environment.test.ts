import { afterEach, describe, expect, test, vi } from 'vitest'
import { AuthError } from '../../../src/errors.js'
import { readEnvironment } from '../../../src/runtime/core/config/environment.js'
import { processEnvironment } from '../../../src/runtime/core/config/secret-and-url-variables.js'

describe('readEnvironment', () => {
  test('an empty environment configures nothing', () => {
    expect(readEnvironment({})).toMatchObject({
      url: undefined,
      secrets: [],
      trustHost: undefined,
      trustRequestUrl: false,
      redirectProxyUrl: undefined,
    })
    expect(readEnvironment({}).provider('github')).toEqual({})
  })

  test('an empty variable counts as absent', () => {
    const variables = { AUTH_URL: '', AUTH_SECRET: '', AUTH_TRUST_HOST: '', AUTH_GITHUB_ID: '', NODE_ENV: '' }
    const environment = readEnvironment(variables)
    expect(environment).toMatchObject({
      url: undefined,
      secrets: [],
      trustHost: undefined,
      trustRequestUrl: false,
    })
    expect(environment.provider('github')).toEqual({})
  })

  test('secrets in environment variables are sorted from newest to oldest', () => {
    const variables = { AUTH_SECRET: 's0', AUTH_SECRET_1: 's1', AUTH_SECRET_2: 's2', AUTH_SECRET_3: 's3' }
    expect(readEnvironment(variables).secrets).toEqual(['s3', 's2', 's1', 's0'])
    expect(readEnvironment({ AUTH_SECRET: 's0', AUTH_SECRET_2: 's2' }).secrets).toEqual(['s2', 's0'])
    expect(readEnvironment({ ...variables, AUTH_SECRET_NEXT: 'n' }).secrets).toEqual([
      's3',
      's2',
      's1',
      's0',
      'n',
    ])
  })

  test('the NEXTAUTH_ variables are read if the AUTH_ variables are missing', () => {
    const legacy = { NEXTAUTH_URL: 'https://old.test', NEXTAUTH_SECRET: 'old' }
    expect(readEnvironment(legacy)).toMatchObject({ url: 'https://old.test', secrets: ['old'] })
    expect(readEnvironment({ ...legacy, AUTH_URL: 'https://new.test', AUTH_SECRET: 'new' })).toMatchObject({
      url: 'https://new.test',
      secrets: ['new'],
    })
  })

  test.each([
    ['true', true],
    ['1', true],
    ['YES', true],
    [' on ', true],
    ['false', false],
    ['0', false],
    ['No', false],
    ['off', false],
    ['', undefined],
  ])('AUTH_TRUST_HOST=%j is %s', (value, expected) => {
    expect(readEnvironment({ AUTH_TRUST_HOST: value }).trustHost).toBe(expected)
  })

  test('AUTH_TRUST_HOST with any other value throws an error that names the variable', () => {
    const read = (): unknown => readEnvironment({ AUTH_TRUST_HOST: 'app.test' })
    expect(read).toThrow(AuthError)
    expect(read).toThrow('AUTH_TRUST_HOST must be "true" or "false"')
  })

  test('AUTH_TRUSTED_HOSTS lists hosts', () => {
    const read = (value: string): unknown => readEnvironment({ AUTH_TRUSTED_HOSTS: value }).trustedHosts
    expect(read('app.test, *.preview.test:8443 ,[::1],')).toEqual([
      'app.test',
      '*.preview.test:8443',
      '[::1]',
    ])
    expect(read(' , ')).toBeUndefined()
  })

  test.each(['*', '*.com', 'app.test/x', 'app.test;b.test'])('AUTH_TRUSTED_HOSTS=%j is refused', (value) => {
    const read = (): unknown => readEnvironment({ AUTH_TRUSTED_HOSTS: `app.test,${value}` })
    expect(read).toThrow(`AUTH_TRUSTED_HOSTS has the entry "${value}", which is not a host.`)
  })

  test.each([
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'production', AUTH_TRUST_HOST: 'true' }, false],
    [{}, false],
    [{ NODE_ENV: 'development' }, true],
    [{ NODE_ENV: 'test' }, true],
    [{ NODE_ENV: 'production', VERCEL: '1' }, true],
    [{ NODE_ENV: 'production', CF_PAGES: '1' }, true],
    [{ NODE_ENV: 'production', VERCEL: '' }, false],
  ])(
    'the request URL is trusted in development, tests and on known platforms only: %j is %s',
    (variables, expected) => {
      expect(readEnvironment(variables).trustRequestUrl).toBe(expected)
    },
  )

  test.each(['app.test', 'localhost:3000', '/auth', 'ftp://app.test', 'https://'])(
    'AUTH_URL=%j throws an error that names the variable',
    (url) => {
      expect(() => readEnvironment({ AUTH_URL: url })).toThrow(AuthError)
      expect(() => readEnvironment({ AUTH_URL: url })).toThrow('AUTH_URL must be the URL')
      expect(() => readEnvironment({ NEXTAUTH_URL: url })).toThrow('NEXTAUTH_URL must be the URL')
    },
  )

  test('AUTH_REDIRECT_PROXY_URL is read from the environment', () => {
    const variables = { AUTH_REDIRECT_PROXY_URL: 'https://proxy.test/auth' }
    expect(readEnvironment(variables).redirectProxyUrl).toBe('https://proxy.test/auth')
  })

  test.each(['proxy.test/auth', '/auth', 'javascript:1'])(
    'AUTH_REDIRECT_PROXY_URL=%j throws an error that names the variable',
    (url) => {
      expect(() => readEnvironment({ AUTH_REDIRECT_PROXY_URL: url })).toThrow(
        "AUTH_REDIRECT_PROXY_URL must be the URL of the proxy's routes with its scheme",
      )
    },
  )

  test('the variable names of a provider contain only the letters and digits of its id', () => {
    const environment = readEnvironment({
      AUTH_GITHUB_ID: 'id',
      AUTH_GITHUB_SECRET: 'secret',
      AUTH_MICROSOFT_ENTRA_ID_ISSUER: 'https://issuer.test',
      AUTH_MY_COMPANY_2_KEY: 'key',
    })
    expect(environment.provider('github')).toEqual({ clientId: 'id', clientSecret: 'secret' })
    expect(environment.provider('microsoft-entra-id')).toEqual({ issuer: 'https://issuer.test' })
    expect(environment.provider('my.company-2')).toEqual({ apiKey: 'key' })
    expect(environment.provider('__proto__')).toEqual({})
  })
})

describe('processEnvironment', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('processEnvironment() reads the environment of the process', () => {
    vi.stubEnv('AUTH_URL', 'https://app.test')
    expect(readEnvironment(processEnvironment()).url).toBe('https://app.test')
    vi.unstubAllEnvs()
  })

  test.each([undefined, {}])('processEnvironment() returns an empty object if process is %j', (process) => {
    vi.stubGlobal('process', process)
    const environment = processEnvironment()
    vi.unstubAllGlobals()
    expect(environment).toEqual({})
  })
})
