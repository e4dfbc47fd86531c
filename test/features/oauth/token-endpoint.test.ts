/** How sign-ins handle responses of a token endpoint. The names of tests begin with the ids of security cases, `TE-`. */

import { generateKeyPair } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { TokenSet } from '../../../src/model/account.js'
import type { OAuthProvider, TokenEndpoint, TokenRequestContext } from '../../../src/providers/kinds/oauth.js'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import type { Behaviour, ReceivedRequest } from '../../../src/testing.js'
import { locationOf } from '../../support/browser.js'
import { type RelyingParty, relyingParties } from '../../support/oidc/relying-party.js'
import { acme, acmeOAuth } from '../../support/providers.js'

const start = relyingParties()

afterEach(() => vi.restoreAllMocks())

const atToken =
  (answer: () => Response): Behaviour['respond'] =>
  ({ url }) =>
    url.pathname === '/token' ? answer() : undefined

const kinds = [
  ['oidc', (): OAuthProvider => acme() as never],
  ['oauth', (): OAuthProvider => acmeOAuth({ profile: ({ sub, email }) => ({ id: String(sub), email }) })],
] as const

const answering = (changes: Record<string, unknown>): Partial<Behaviour> => ({
  token: (answer) => ({ ...answer, ...changes }),
})

describe.each(kinds)('%s', (_, provider) => {
  const prepare = (): Promise<RelyingParty> => start({ providers: [provider()] })

  const refuses = async (behaviour: Partial<Behaviour>, error?: string): Promise<RelyingParty> => {
    const party = await prepare()
    party.idp.misbehave(behaviour)
    await party.expectRefused(await party.signIn(), error)
    // TE-7: no response causes a second request to the endpoint.
    expect(party.idp.requestCount('/token')).toBe(1)
    return party
  }

  const account = async (behaviour: Partial<Behaviour>): Promise<Record<string, unknown>> => {
    const party = await prepare()
    party.idp.misbehave(behaviour)
    await party.expectSignedIn(await party.signIn())
    return { ...(await party.adapter.getAccount('ada', 'acme')) }
  }

  test.each([301, 302, 303, 307, 308])(
    'TE-1: a redirect with status %i to another host is not followed',
    async (status) => {
      const headers = { location: 'https://evil.test/token' }
      const party = await refuses({ respond: atToken(() => new Response(null, { status, headers })) })
      expect(party.idp.received.filter(({ url }) => url.host === 'evil.test')).toEqual([])
    },
  )

  const json = { 'content-type': 'application/json' }
  const good = '{"access_token":"t","token_type":"Bearer"}'

  test.each<[string, BodyInit, Record<string, string>]>([
    ['HTML', '<h1>Welcome</h1>', { 'content-type': 'text/html' }],
    ['HTML with the media type of JSON', '<h1>Welcome</h1>', json],
    ['an empty body', '', json],
    ['an array', `[${good}]`, json],
    ['null', 'null', json],
    ['a byte order mark', `\u{feff}${good}`, json],
    ['UTF-16', Buffer.from(good, 'utf16le'), json],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), json],
    ['no media type', Buffer.from(good), {}],
    ['a repeated member', good.replace('{', '{"access_token":"other",'), json],
    ['more than 1 MB', `{"x":"${'x'.repeat(1_048_576)}"}`, json],
  ])('TE-2: a token response with status 200 and %s is refused', async (_, body, headers) => {
    await refuses({ respond: atToken(() => new Response(body, { headers })) })
  })

  test('TE-2: a token response with status 201 is accepted like 200, and an error is refused', async () => {
    const created: Behaviour['respond'] = async ({ url }) =>
      url.pathname === '/token' ? Response.json({ error: 'invalid_grant' }, { status: 201 }) : undefined
    await refuses({ respond: created })
    const party = await prepare()
    const { fetch } = party.idp
    let status = 0
    party.idp.misbehave({
      async respond({ url, init }) {
        if (url.pathname !== '/token' || status > 0) return undefined
        status = 201
        return new Response((await fetch(url.href, init)).body, { status, headers: json })
      },
    })
    await party.expectSignedIn(await party.signIn())
    expect(status).toBe(201)
  })

  test.each([undefined, null, '', 'mac', 'DPoP', 'N_A', 1, ['Bearer']])(
    'TE-4: the token_type %j is refused',
    async (token_type) => {
      await refuses(answering({ token_type }))
    },
  )

  test.each(['bearer', 'BEARER', 'bEARER'])('TE-4: the token_type %s is accepted', async (token_type) => {
    expect(await account(answering({ token_type }))).toMatchObject({ token_type: 'bearer' })
  })

  test.each([undefined, null, '', 1, { token: 't' }, ['t']])(
    'TE-5: the access_token %j is refused',
    async (access_token) => {
      await refuses(answering({ access_token }))
    },
  )

  test.each([1, {}, ['r'], ''])('TE-5: the refresh_token %j is refused', async (refresh_token) => {
    await refuses(answering({ refresh_token }))
  })

  test.each([1, {}])('TE-5: the scope %j is refused', async (scope) => {
    await refuses(answering({ scope }))
  })

  test('TE-5: a scope that is an array is joined with spaces', async () => {
    expect(await account(answering({ scope: ['openid', 'email'] }))).toMatchObject({ scope: 'openid email' })
  })

  test('TE-5: a null member of a token response is ignored', async () => {
    const stored = await account(answering({ refresh_token: null, scope: null, session_state: null }))
    expect(Object.keys(stored)).not.toEqual(expect.arrayContaining(['refresh_token']))
    expect(Object.keys(stored)).not.toEqual(expect.arrayContaining(['session_state']))
    // If a provider returns no scopes, it has granted the requested scopes.
    expect(stored['scope']).toBe('openid profile email')
  })

  test.each([
    ['3600', 3600],
    [3600, 3600],
    [59.9, 59],
    ['1e2', 100],
  ])('TE-5: an expires_in of %j is read as seconds', async (expires_in, seconds) => {
    const before = Math.floor(Date.now() / 1000)
    const { expires_at } = await account(answering({ expires_in }))
    expect(Number(expires_at) - seconds).toBeGreaterThanOrEqual(before)
    expect(Number(expires_at) - seconds).toBeLessThanOrEqual(before + 60)
    expect(Number.isSafeInteger(expires_at)).toBe(true)
  })

  test.each([-1, 1e99, 'abc', '', '-5', 'Infinity', null, {}, [3600], true])(
    'TE-5: an expires_in of %j is ignored',
    async (expires_in) => {
      expect(await account(answering({ expires_in }))).not.toHaveProperty('expires_at')
    },
  )

  test.each([0, '0'])(
    'TE-5: with an expires_in of %j, a token never expires, unless there is a refresh token',
    async (expires_in) => {
      const now = Math.floor(Date.now() / 1000)
      expect(await account(answering({ expires_in }))).not.toHaveProperty('expires_at')
      const refreshable = await account(answering({ expires_in, refresh_token: 'rt' }))
      expect(Number(refreshable['expires_at'])).toBeGreaterThanOrEqual(now)
      expect(Number(refreshable['expires_at'])).toBeLessThanOrEqual(now + 60)
    },
  )

  test.each([
    ['a number of seconds', 2_000_000_000, 2_000_000_000],
    ['a string of digits', '2000000000', 2_000_000_000],
    ['larger than any time', 1e99, undefined],
  ])(
    'TE-5: an expires_at that is %s is stored only if the value is a time',
    async (_, expires_at, stored) => {
      const answer = await account(answering({ expires_in: undefined, expires_at }))
      expect(answer['expires_at']).toBe(stored)
    },
  )

  test.each([429, 503])('TE-7: after %i with Retry-After, no second request is sent', async (status) => {
    const headers = { 'retry-after': '0' }
    const respond = atToken(() => Response.json({ error: 'slow_down' }, { status, headers }))
    await refuses({ respond }, 'OAuthUnavailable')
  })

  const hostile = `<script>alert(1)</script>\r\n[auth][error] forged\u{202e}${'x'.repeat(600_000)}`

  test.each([
    ['with status 400', 400],
    ['with status 200', 200],
  ])(
    'TE-10: an error_description %s is logged on one short line, and is not shown to users',
    async (_, status) => {
      const lines = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const party = await start({ providers: [provider()], options: { logger: {} } })
      const body = { error: 'invalid_grant', error_description: hostile }
      party.idp.misbehave({ respond: atToken(() => Response.json(body, { status })) })
      const refused = await party.signIn()
      const page = await party.browser.send(refused.headers.get('location') ?? '')
      expect(await page.text()).not.toMatch(/alert\(1\)|forged/)
      const log = lines.mock.calls.join('\n')
      expect(log).toContain('invalid_grant: <script>')
      expect(log).not.toMatch(/\u{202e}|^\[auth\]\[error\]/mu)
      expect(log.length).toBeLessThan(2_000)
    },
  )
})

describe('the log about a client that the provider rejects', () => {
  const credentials =
    'check AUTH_ACME_ID or `clientId`, AUTH_ACME_SECRET or `clientSecret`, and that the client is registered for `client_secret_basic`.'
  const address = 'register https://app.test/auth/callback/acme as its callback URL at the provider.'

  test.each<[what: string, answer: () => Response, says: string]>([
    [
      'a standard error',
      () => Response.json({ error: 'invalid_client', error_description: 'no such secret' }, { status: 401 }),
      `${credentials} The provider returned an error: invalid_client: no such secret`,
    ],
    [
      'an error status without JSON',
      () => new Response('<h1>', { status: 401 }),
      `${credentials} The token endpoint responded with 401.`,
    ],
    [
      'the error of GitHub',
      () => Response.json({ error: 'incorrect_client_credentials' }),
      `${credentials} The provider returned an error: incorrect_client_credentials`,
    ],
    [
      'the error of Facebook',
      () =>
        Response.json({ error: { message: 'Error validating client secret.', code: 1 } }, { status: 400 }),
      `${credentials} The token endpoint responded with 400. The provider returned an error: Error validating client secret.`,
    ],
    [
      'the error of Instagram',
      () => Response.json({ code: 400, error_message: 'Invalid Client Secret' }, { status: 400 }),
      `${credentials} The token endpoint responded with 400. The provider returned an error: Invalid Client Secret`,
    ],
    [
      'the error of Slack',
      () => Response.json({ ok: false, error: 'bad_client_secret' }),
      `${credentials} The provider returned an error: bad_client_secret`,
    ],
    [
      'the error of Dropbox',
      () => Response.json({ error: 'invalid_client: Invalid client_id or client_secret' }, { status: 400 }),
      `${credentials} The provider returned an error: invalid_client: Invalid client_id or client_secret`,
    ],
    [
      'the error of GitHub about the callback URL',
      () => Response.json({ error: 'redirect_uri_mismatch' }),
      `${address} The provider returned an error: redirect_uri_mismatch`,
    ],
    [
      'an error description about the callback URL',
      () =>
        Response.json({ error: 'invalid_grant', error_description: 'redirect_uri differs' }, { status: 400 }),
      `${address} The provider returned an error: invalid_grant: redirect_uri differs`,
    ],
    [
      'a client that may not use the flow',
      () => Response.json({ error: 'unauthorized_client' }, { status: 400 }),
      `allow the authorization code flow for the client at the provider, and ${credentials} The provider returned an error: unauthorized_client`,
    ],
  ])(
    'a rejected client leads to an error page, and one log line says what to change: %s',
    async (_, answer, says) => {
      const party = await start()
      party.idp.misbehave({ respond: atToken(answer) })
      const response = await party.signIn()
      await party.expectRefused(response, 'Configuration')
      expect(locationOf(response).pathname).toBe('/auth/error')
      expect(party.app.warned).toEqual([])
      expect(party.app.logged.map(({ message }) => message)).toEqual([
        `The provider 'acme' refused this application as its client: ${says}`,
      ])
    },
  )

  test('a token response that is cut off is reported as an unavailable provider, not as a rejected client', async () => {
    const party = await start()
    const body = () =>
      new ReadableStream({
        pull(controller) {
          controller.error(new TypeError('terminated'))
        },
      })
    party.idp.misbehave({ respond: atToken(() => new Response(body(), { status: 401 })) })
    await party.expectRefused(await party.signIn(), 'OAuthUnavailable')
  })

  test('a rejected code is not reported as a rejected client, even if the description mentions client_id', async () => {
    const party = await start()
    const error_description = 'Invalid code, or invalid client_id: the code was issued to another client.'
    const answer = { error: 'invalid_grant', error_description }
    party.idp.misbehave({ respond: atToken(() => Response.json(answer, { status: 400 })) })
    await party.expectRefused(await party.signIn(), 'OAuthCallbackError')
  })

  test('an unknown code is logged as a warning with the description of the provider', async () => {
    const party = await start()
    const error_description = 'The code is unknown, or the redirect_uri differs'
    const answer = { error: 'invalid_grant', error_description }
    party.idp.misbehave({ respond: atToken(() => Response.json(answer, { status: 400 })) })
    await party.expectRefused(await party.signIn())
    expect(party.app.logged).toEqual([])
    expect(party.app.warned).toEqual([expect.stringContaining(error_description)])
  })

  test('the log about a rejected client says what to check if the client uses a key or no authentication', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const keyed = {
      client: { token_endpoint_auth_method: 'private_key_jwt' },
      token: { clientPrivateKey: privateKey },
    }
    const open = { client: { token_endpoint_auth_method: 'none' } }
    for (const [provider, says] of [
      [
        keyed,
        'check AUTH_ACME_ID or `clientId`, `token.clientPrivateKey`, and that the client is registered for `private_key_jwt`.',
      ],
      [open, 'check AUTH_ACME_ID or `clientId`, and that the client is registered for `none`.'],
    ] as const) {
      const party = await start({ provider: provider as Partial<OIDCProvider> })
      await party.expectRefused(await party.signIn(), 'Configuration')
      expect(party.app.logged.map(({ message }) => message)).toEqual([expect.stringContaining(says)])
    }
  })
})

test('TE-10: the error_description of a callback is logged on one short line and not shown to users', async () => {
  const lines = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const party = await start({ options: { logger: {} } })
  party.idp.misbehave({
    callback: (params) => {
      params.delete('code')
      params.set('error', 'access_denied')
      params.set('error_description', `<b>no</b>\r\n[auth][error] forged ${'x'.repeat(10_000)}`)
      return params
    },
  })
  const refused = await party.signIn()
  const page = await party.browser.send(refused.headers.get('location') ?? '')
  expect(await page.text()).not.toMatch(/<b>no|forged/)
  const log = lines.mock.calls.join('\n')
  expect(log).toContain('access_denied: <b>no</b>')
  expect(log).not.toMatch(/^\[auth\]\[error\]/m)
  expect(log.length).toBeLessThan(2_000)
})

describe('corrections by the provider', () => {
  const plain = ({ url }: ReceivedRequest): Response | undefined =>
    url.pathname === '/token' ? new Response('access_token=t&token_type=bearer') : undefined

  test('`conform` can correct a token response that violates the standard', async () => {
    const conform = async (response: Response): Promise<Response> =>
      Response.json(Object.fromEntries(new URLSearchParams(await response.text())))
    const token = { url: 'https://idp.test/token', conform }
    const userinfo = { request: () => ({ sub: 'ada' }) }
    const options = { providerTokens: { place: 'database', encrypted: false } } as const
    const party = await start({ providers: [acmeOAuth({ token, userinfo })], options })
    party.idp.misbehave({ respond: plain })
    await party.expectSignedIn(await party.signIn())
    expect(await party.adapter.getAccount('ada', 'acme')).toMatchObject({ access_token: 't' })
  })

  test('`conform` can leave a token response unchanged', async () => {
    const seen: number[] = []
    const conform = async (response: Response): Promise<undefined> => {
      seen.push((await response.text()).length)
    }
    const party = await start({ provider: { token: { conform } } })
    await party.expectSignedIn(await party.signIn())
    expect(seen).toEqual([expect.any(Number)])
  })

  test('an error that `conform` throws ends the sign-in', async () => {
    const conform = (): never => {
      throw new Error('not today')
    }
    const party = await start({ provider: { token: { conform } } })
    await party.expectRefused(await party.signIn())
  })

  test('parameters of the endpoint are sent with the token request', async () => {
    const party = await start({ provider: { token: { params: { tenant: 'a b' } } } })
    await party.expectSignedIn(await party.signIn())
    expect(party.idp.received.find(({ url }) => url.pathname === '/token')?.url.search).toBe('?tenant=a+b')
  })
})

describe('`token.request`', () => {
  /** Exchanges the code as the provider requires, and records its arguments. */
  const exchanging = (seen: TokenRequestContext[]): TokenEndpoint => ({
    async request(context) {
      seen.push(context)
      const { params, checks, provider, fetch } = context
      const form = {
        grant_type: 'authorization_code',
        code: params['code'] ?? '',
        redirect_uri: provider.callbackUrl,
        code_verifier: checks.code_verifier ?? '',
      }
      const authorization = `Basic ${btoa(`${provider.clientId}:${provider.clientSecret}`)}`
      const init = { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) }
      return { tokens: (await (await fetch('https://idp.test/token', init)).json()) as TokenSet }
    },
  })

  test('`token.request` receives the code and the checks, and returns the tokens of the sign-in', async () => {
    const seen: TokenRequestContext[] = []
    const party = await start({
      provider: { token: exchanging(seen) },
      options: { providerTokens: { place: 'database', encrypted: false } },
    })
    await party.expectSignedIn(await party.signIn())
    expect(party.idp.requestCount('/token')).toBe(1)
    expect(seen).toHaveLength(1)
    expect(seen[0]?.provider.callbackUrl).toBe('https://app.test/auth/callback/acme')
    expect(seen[0]?.checks).toEqual({
      state: seen[0]?.params['state'],
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await party.adapter.getAccount('ada', 'acme')).toMatchObject({
      access_token: party.idp.accessToken,
      token_type: 'bearer',
    })
  })

  test('`token.request` needs no token endpoint', async () => {
    const token = { request: () => ({ tokens: { access_token: 't', token_type: 'bearer' as const } }) }
    const userinfo = { request: () => ({ sub: 'ada' }) }
    const party = await start({ providers: [acmeOAuth({ token, userinfo })] })
    await party.expectSignedIn(await party.signIn())
  })

  test.each<[string, Partial<Behaviour>]>([
    ['the nonce of another flow', { claims: (claims) => ({ ...claims, nonce: 'other' }) }],
    ['a broken signature', { idToken: (token) => `${token.slice(0, -6)}AAAAAA` }],
    ['no bearer token', answering({ token_type: 'mac' })],
    ['no access token', answering({ access_token: undefined })],
  ])('the result of `token.request` is verified like a token response: %s', async (_, behaviour) => {
    const party = await start({ provider: { token: exchanging([]) } })
    party.idp.misbehave(behaviour)
    await party.expectRefused(await party.signIn())
  })

  test('`token.request` is not called for an invalid callback', async () => {
    const seen: TokenRequestContext[] = []
    const party = await start({ provider: { token: exchanging(seen) } })
    const callback = await party.flow()
    callback.searchParams.set('iss', 'https://evil.test')
    await party.expectRefused(await party.finish(callback))
    expect(seen).toEqual([])
  })

  test('if `token.request` throws, its parameters are not logged', async () => {
    const token: TokenEndpoint = {
      request: ({ params, checks, provider }) => {
        throw new Error(`${params['code']} ${checks.code_verifier} ${provider.clientSecret}`)
      },
    }
    const party = await start({ provider: { token } })
    await party.expectRefused(await party.signIn())
  })
})
