/** Sign in with Apple, with a simulated server that verifies the client secret and posts the authorization response. */
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { type AppleOptions, apple } from '../../src/providers/apple.js'
import { app } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { IdentityProvider } from '../support/identity-provider.js'

const issuer = 'https://appleid.apple.com'
const client = 'com.example.web'

let pem: string
let publicKey: CryptoKey

beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  pem = await exportPKCS8(pair.privateKey)
  publicKey = pair.publicKey
})

const environment = () => ({
  AUTH_APPLE_ID: client,
  AUTH_APPLE_TEAM_ID: 'TEAM123456',
  AUTH_APPLE_KEY_ID: 'KEY1234567',
  AUTH_APPLE_PRIVATE_KEY: pem,
})

interface Started {
  readonly options?: AppleOptions
  readonly environment?: Record<string, string | undefined>
}

async function start(parts: Started = {}) {
  const idp = await IdentityProvider.start(issuer)
  const secrets: string[] = []
  let clock = Date.now()
  idp.clock = () => clock
  idp.misbehave({
    discovery: ({ userinfo_endpoint: _, authorization_response_iss_parameter_supported: __, ...rest }) =>
      rest,
    claims: (claims) => ({
      ...claims,
      sub: '001234.abcd.0123',
      name: undefined,
      picture: undefined,
      email: 'x@privaterelay.appleid.com',
      email_verified: 'true',
      is_private_email: 'true',
    }),
    callback: (params) => {
      params.delete('iss')
      return params
    },
    async respond({ url, init }) {
      if (url.pathname !== '/token') return undefined
      const form = new URLSearchParams(String(init.body))
      const secret = form.get('client_secret') ?? ''
      secrets.push(secret)
      idp.client = { id: client, method: 'client_secret_post', secret }
      const verified = await jwtVerify(secret, publicKey, {
        algorithms: ['ES256'],
        issuer: 'TEAM123456',
        subject: client,
        audience: issuer,
        maxTokenAge: 15777000,
        currentDate: new Date(clock),
        requiredClaims: ['exp'],
      }).catch(() => undefined)
      return verified?.protectedHeader.kid === 'KEY1234567'
        ? undefined
        : Response.json({ error: 'invalid_client' }, { status: 400 })
    },
  })
  const adapter = memory()
  const auth = app({
    providers: [apple(parts.options)],
    adapter,
    clock: () => clock,
    environment: { NODE_ENV: 'test', ...environment(), ...parts.environment } as Record<string, string>,
    fetch: (address, init) => idp.fetch(address.replace(issuer, 'https://idp.test'), init),
  })
  const begin = async (browser: Browser): Promise<URL> =>
    locationOf(await browser.post('/auth/signin/apple', { callbackUrl: '/inside' }))
  /** Signs in. `user` is the parameter that Apple posts together with the code. */
  const signIn = async (user?: string, browser = new Browser(auth.handle)): Promise<URL> => {
    const { pathname, searchParams } = idp.authorize(await begin(browser))
    if (user !== undefined) searchParams.set('user', user)
    const posted = await auth.handle(
      new Request(new URL(pathname, 'https://app.test'), {
        method: 'POST',
        body: searchParams,
        headers: { origin: issuer },
      }),
    )
    const kept = locationOf(posted)
    return locationOf(await browser.send(kept.pathname + kept.search))
  }
  const stored = () =>
    adapter.getUserByAccount?.({ provider: 'apple', providerAccountId: '001234.abcd.0123' })
  return { auth, begin, signIn, stored, secrets, idp, adapter, advance: (by: number) => (clock += by) }
}

const ada = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' }, email: 'ada@evil.example' })

test('the authorization request to Apple has the scopes name and email, and form_post', async () => {
  const { auth, begin } = await start()
  const { origin, searchParams } = await begin(new Browser(auth.handle))
  expect(origin).toBe(issuer)
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: client,
    redirect_uri: 'https://app.test/auth/callback/apple',
    response_type: 'code',
    response_mode: 'form_post',
    scope: 'name email',
    state: expect.any(String),
    nonce: expect.any(String),
  })
})

test('the name that Apple sends at the first sign-in is stored', async () => {
  const { auth, signIn, stored } = await start()
  expect((await signIn(ada)).pathname).toBe('/inside')
  const first = await stored()
  expect(first).toMatchObject({
    name: 'Ada Lovelace',
    email: 'x@privaterelay.appleid.com',
    emailVerified: expect.any(Date),
  })
  expect((await signIn()).pathname).toBe('/inside')
  expect(await stored()).toEqual(first)
  expect(auth.logged).toEqual([])
})

test.each([
  '',
  '{',
  '7',
  'null',
  '"Ada"',
  '[]',
  '[{"name":{"firstName":"Ada"}}]',
  '{"name":null}',
  '{"name":{"firstName":7,"lastName":{}}}',
])('the parameter `user` of Apple is ignored if it is %j', async (user) => {
  const { auth, signIn, stored } = await start()
  expect((await signIn(user)).pathname).toBe('/inside')
  expect(await stored()).toMatchObject({ name: null, email: 'x@privaterelay.appleid.com' })
  expect(auth.logged).toEqual([])
})

describe('the client secret', () => {
  test('each token request to Apple has a newly signed client secret', async () => {
    const { signIn, secrets, advance } = await start()
    await signIn()
    advance(200 * 24 * 60 * 60 * 1000)
    expect((await signIn()).pathname).toBe('/inside')
    expect(new Set(secrets).size).toBe(2)
  })

  test.each<[string, (key: string) => string]>([
    ['with `\\n` for line breaks', (key) => key.replaceAll('\n', '\\n')],
    ['in quotes', (key) => `"${key.replaceAll('\n', '\\n')}"`],
    ['with CRLF', (key) => key.replaceAll('\n', '\r\n')],
    ['with `\\r\\n`', (key) => key.replaceAll('\n', '\\r\\n')],
    ['with spaces for line breaks', (key) => key.replaceAll('\n', ' ')],
  ])('the client secret of Apple is signed with a key %s', async (_, written) => {
    const { signIn } = await start({ environment: { AUTH_APPLE_PRIVATE_KEY: written(pem) } })
    expect((await signIn()).pathname).toBe('/inside')
  })

  test('options of apple() take precedence over environment variables', async () => {
    const options = { teamId: 'TEAM123456', keyId: 'KEY1234567', privateKey: pem }
    const { signIn } = await start({
      options,
      environment: { AUTH_APPLE_TEAM_ID: 'x', AUTH_APPLE_KEY_ID: 'x', AUTH_APPLE_PRIVATE_KEY: 'x' },
    })
    expect((await signIn()).pathname).toBe('/inside')
  })

  test('a configured client secret of Apple is used unchanged', async () => {
    const { signIn, secrets } = await start({ environment: { AUTH_APPLE_SECRET: 'made elsewhere' } })
    await signIn()
    expect(secrets).toEqual(['made elsewhere'])
  })

  test.each([
    ['teamId', 'AUTH_APPLE_TEAM_ID'],
    ['keyId', 'AUTH_APPLE_KEY_ID'],
    ['privateKey', 'AUTH_APPLE_PRIVATE_KEY'],
  ])('apple() without `%s` causes an error before the user is redirected', async (option, variable) => {
    const { auth, begin } = await start({ environment: { [variable]: undefined } })
    const end = await begin(new Browser(auth.handle))
    expect(end.searchParams.get('error')).toBe('Configuration')
    expect(auth.logged.map(({ message }) => message)).toEqual([
      `The provider 'apple' has no \`${option}\`: set ${variable} or pass \`${option}\`.`,
    ])
  })

  test('the error about an unreadable key of Apple names the option and does not contain the key', async () => {
    const { auth, signIn } = await start({ environment: { AUTH_APPLE_PRIVATE_KEY: 'c2VjcmV0IGtleQ' } })
    expect((await signIn()).searchParams.get('error')).toBe('Configuration')
    expect(String(auth.logged[0]?.message)).toContain('AUTH_APPLE_PRIVATE_KEY')
    expect(JSON.stringify(auth.logged)).not.toContain('c2VjcmV0IGtleQ')
  })

  test('the log about a rejected client secret of Apple names the environment variables', async () => {
    const { auth, signIn } = await start({ environment: { AUTH_APPLE_KEY_ID: 'ANOTHERKEY' } })
    expect((await signIn()).searchParams.get('error')).toBe('Configuration')
    expect(auth.logged[0]?.message).toContain('AUTH_APPLE_TEAM_ID, AUTH_APPLE_KEY_ID, AUTH_APPLE_PRIVATE_KEY')
  })
})

describe('the two names of Apple as issuer', () => {
  // https://github.com/supabase/auth/pull/2050 and https://github.com/supabase/auth/pull/2055
  const other = 'https://account.apple.com'
  type Name = typeof issuer | typeof other

  /** Signs in at a server with these issuers in the metadata and in the ID token. */
  async function signInAt(server: Awaited<ReturnType<typeof start>>, metadata: Name, token: Name) {
    const { behaviour } = server.idp
    server.idp.misbehave({
      ...behaviour,
      discovery: (document) => ({ ...Object(behaviour.discovery(document)), issuer: metadata }),
      claims: (claims) => ({ ...behaviour.claims(claims), iss: token }),
    })
    return server.signIn()
  }

  test.each<[metadata: Name, token: Name]>([
    [issuer, other],
    [other, issuer],
    [other, other],
  ])(
    'Apple: a user signs in with the issuer %s in the metadata and %s in the ID token',
    async (metadata, token) => {
      const server = await start()
      expect((await signInAt(server, metadata, token)).pathname).toBe('/inside')
      expect(await server.stored()).toMatchObject({ email: 'x@privaterelay.appleid.com' })
      expect(server.auth.logged).toEqual([])
    },
  )

  test('a user of Apple has the same account with both names of the issuer', async () => {
    const server = await start()
    await signInAt(server, issuer, issuer)
    const first = await server.stored()
    await signInAt(server, issuer, other)
    expect(await server.stored()).toEqual(first)
    expect(server.auth.logged).toEqual([])
  })

  test('Apple: a refresh accepts an ID token with the other issuer name', async () => {
    const server = await start()
    const browser = new Browser(server.auth.handle)
    const { behaviour } = server.idp
    server.idp.misbehave({
      ...behaviour,
      token: (tokens) => ({ ...tokens, refresh_token: 'refresh-1' }),
      async respond(request) {
        const form = new URLSearchParams(String(request.init.body))
        if (form.get('grant_type') !== 'refresh_token') return behaviour.respond(request)
        const now = Math.floor(server.idp.clock() / 1000)
        const claims = { iss: other, sub: '001234.abcd.0123', aud: client, iat: now, exp: now + 3600 }
        const id_token = await server.idp.sign(claims)
        return Response.json({ access_token: 'access-2', token_type: 'Bearer', expires_in: 3600, id_token })
      },
    })
    await server.signIn(undefined, browser)
    server.advance(3_600_000)
    const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
    expect(await server.auth.tokens(request, 'apple')).toMatchObject({ ok: true, accessToken: 'access-2' })
  })

  test.each([
    'https://account.apple.com.evil.example',
    'https://accounts.google.com',
    'http://account.apple.com',
  ])('Apple: an ID token with the issuer %s is rejected', async (iss) => {
    const server = await start()
    expect((await signInAt(server, issuer, iss as Name)).pathname).toBe('/auth/signin')
    expect(await server.stored()).toBeNull()
  })
})
