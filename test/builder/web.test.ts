import { expect, test } from 'vitest'
import { createAuth } from '../../src/index.js'
import { github } from '../../src/providers/github.js'

const secret = '0123456789abcdef0123456789abcdef'
const options = { secret, basePath: '/auth', trustHost: true } as const
const ask = (path: string) => new Request(`http://localhost:3000${path}`)

test('what is built answers for the configuration', async () => {
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

test('a sign-in on the server says where to send the browser', async () => {
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

test('a parameter of the authorization request may be given several times', async () => {
  const authorization = { url: 'https://acme.example/authorize?resource=default', params: { scope: 'read' } }
  const { signIn } = createAuth()
    .provider({
      id: 'acme',
      type: 'oauth',
      authorization,
      token: 'https://acme.example/token',
      userinfo: 'https://acme.example/me',
      clientId: 'client',
      clientSecret: 'secret',
    })
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

test('a lazy configuration answers each request with its own', async () => {
  const { handler } = createAuth((request) =>
    createAuth()
      .provider(
        github({ id: request?.headers.get('x-tenant') === 'b' ? 'github-b' : 'github-a', clientId: 'c' }),
      )
      .options(options),
  ).build()
  const idsFor = async (tenant: string) => {
    const request = new Request('http://localhost:3000/auth/providers', { headers: { 'x-tenant': tenant } })
    return Object.keys((await (await handler(request)).json()) as object)
  }
  expect(await Promise.all(['a', 'b'].map(idsFor))).toEqual([['github-a'], ['github-b']])
})
