import { expect, test } from 'vitest'
import { createAuth, customFetch } from '../../src/index.js'
import type { ParamsOf } from '../../src/internal.js'
import { github } from '../../src/providers/github.js'
import { oauth } from '../../src/providers/oauth.js'
import { oidc } from '../../src/providers/oidc.js'
import { type RedditAuthorizationParams, reddit } from '../../src/providers/reddit.js'

const secret = '0123456789abcdef0123456789abcdef'
const options = { secret, basePath: '/auth', trustHost: true } as const
const ask = (path: string) => new Request(`http://localhost:3000${path}`)

test('an instance handles requests with its configuration', async () => {
  const { handler, handlers, auth } = createAuth()
    .provider(github({ clientId: 'client', clientSecret: 'secret' }))
    .options(options)
    .build()
  const response = await handler(ask('/auth/providers'))
  expect(response.status).toBe(200)
  expect(Object.keys((await response.json()) as object)).toEqual(['github'])
  expect((await handlers.GET(ask('/auth/providers'))).status).toBe(200)
  expect(await auth(ask('/'))).toBeNull()
})

test('a sign-in on the server returns the redirect URL', async () => {
  const { signIn } = createAuth({
    providers: [github({ clientId: 'client', clientSecret: 'secret' })],
    ...options,
  }).build()
  const { url, headers } = await signIn(
    'github',
    { request: ask('/'), redirectTo: '/home' },
    { login: 'somebody' },
  )
  const target = new URL(url)
  expect(target.origin + target.pathname).toBe('https://github.com/login/oauth/authorize')
  expect(target.searchParams.get('client_id')).toBe('client')
  expect(target.searchParams.get('login')).toBe('somebody')
  expect(headers.getSetCookie().length).toBeGreaterThan(0)
})

test('an authorization parameter may occur several times', async () => {
  const authorization = { url: 'https://acme.example/authorize?resource=default', params: { scope: 'read' } }
  const { signIn } = createAuth()
    .provider(
      oauth({
        id: 'acme',
        authorization,
        token: 'https://acme.example/token',
        userinfo: 'https://acme.example/me',
        clientId: 'client',
        clientSecret: 'secret',
      }),
    )
    .options(options)
    .build()
  const { url } = await signIn('acme', { request: ask('/') }, [
    ['resource', 'https://a.example'],
    ['resource', 'https://b.example'],
  ])
  const { searchParams } = new URL(url)
  expect(searchParams.getAll('resource')).toEqual(['https://a.example', 'https://b.example'])
  expect(searchParams.get('scope')).toBe('read')
})

test('an authorization parameter without a value is left out, and a number is sent as digits', async () => {
  const reddit = await signInWith({ duration: 'permanent', scope: undefined })
  expect(reddit.get('duration')).toBe('permanent')
  expect(reddit.get('scope')).toBe('identity')
  expect((await signInWith('duration=temporary')).get('duration')).toBe('temporary')
  expect((await signInWith(null as never)).has('null')).toBe(false)
  const { signIn } = createAuth()
    .provider(
      oidc({
        id: 'op',
        issuer: 'https://op.example',
        [customFetch]: async () => Response.json(metadata),
        clientId: 'client',
        clientSecret: 'secret',
      }),
    )
    .options(options)
    .build()
  const { url } = await signIn('op', { request: ask('/') }, { max_age: 0, prompt: undefined })
  expect(new URL(url).searchParams.get('max_age')).toBe('0')
  expect(new URL(url).searchParams.has('prompt')).toBe(false)
})

const metadata = {
  issuer: 'https://op.example',
  authorization_endpoint: 'https://op.example/authorize',
  token_endpoint: 'https://op.example/token',
  jwks_uri: 'https://op.example/jwks',
}

async function signInWith(params: ParamsOf<{ reddit: RedditAuthorizationParams }, 'reddit'>) {
  const { signIn } = createAuth()
    .provider(reddit({ clientId: 'client', clientSecret: 'secret' }))
    .options(options)
    .build()
  const { url } = await signIn('reddit', { request: ask('/') }, params)
  return new URL(url).searchParams
}

test('a lazy configuration is resolved for each request', async () => {
  const { handler } = createAuth((request) =>
    createAuth()
      .provider(
        github({
          id: request?.headers.get('x-tenant') === 'b' ? 'github-b' : 'github-a',
          clientId: 'c',
          clientSecret: 's',
        }),
      )
      .options(options),
  ).build()
  const idsFor = async (tenant: string) => {
    const request = new Request('http://localhost:3000/auth/providers', { headers: { 'x-tenant': tenant } })
    return Object.keys((await (await handler(request)).json()) as object)
  }
  expect(await Promise.all(['a', 'b'].map(idsFor))).toEqual([['github-a'], ['github-b']])
})
