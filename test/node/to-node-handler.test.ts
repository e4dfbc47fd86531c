import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { defineFeature, nothing } from '../../src/feature.js'
import { createAuth } from '../../src/index.js'
import { type NodeHandler, toNodeHandler, toWebRequest } from '../../src/node.js'
import { skipCSRFCheck } from '../../src/options/auth-options.js'
import { credentials } from '../../src/providers/credentials.js'
import { github } from '../../src/providers/github.js'
import { app } from '../support/app.js'

const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com', image: null }
const password = credentials({ input: {}, authorize: () => ada })

interface Reply {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Question {
  readonly method?: string
  readonly headers?: Record<string, string | string[]>
  readonly body?: string
}

type Ask = (path: string, question?: Question) => Promise<Reply>

const servers: ReturnType<typeof createServer>[] = []

async function serve(handler: NodeHandler): Promise<Ask> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return async (path, { method = 'GET', headers = {}, body } = {}) => {
    const sent = send({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { host: `localhost:${port}`, ...headers },
    })
    sent.end(body)
    const [reply] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
    let text = ''
    for await (const chunk of reply.setEncoding('utf8')) text += chunk
    return { status: reply.statusCode, headers: reply.headers, body: text }
  }
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  vi.restoreAllMocks()
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const pairs = (cookies: readonly string[] = []): string =>
  cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ')

/**
 * Two ways to call the same application: its Node.js handler directly, and a conversion to Fetch API requests and
 * responses.
 */
const ways = [
  ['called directly', (auth: ReturnType<typeof app>) => toNodeHandler(auth.handle)],
  [
    'called with web-standard requests',
    (auth: ReturnType<typeof app>) => toNodeHandler((request: Request) => auth.handle(request)),
  ],
] as const

describe.each(ways)('the Node.js handler of an application, %s', (_, handlerOf) => {
  const begin = async (): Promise<Ask> => serve(handlerOf(app({ providers: [password] })))

  test('toNodeHandler() signs a user in, shows the session, and signs out', async () => {
    const ask = await begin()
    const csrf = await ask('/auth/csrf')
    const { csrfToken } = JSON.parse(csrf.body)
    const before = pairs(csrf.headers['set-cookie'])
    const signedIn = await ask('/auth/callback/credentials', {
      method: 'POST',
      headers: { ...form, cookie: before },
      body: new URLSearchParams({ csrfToken, callbackUrl: '/inside' }).toString(),
    })
    expect(signedIn.status).toBe(302)
    expect(new URL(signedIn.headers.location ?? '').pathname).toBe('/inside')
    const cookies = signedIn.headers['set-cookie'] ?? []
    expect(cookies.length).toBeGreaterThan(1)
    const session = await ask('/auth/session', { headers: { cookie: pairs(cookies) } })
    expect(session.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'private, no-cache, no-store',
    })
    expect(JSON.parse(session.body).user).toEqual({ name: 'Ada', email: 'ada@example.com', image: null })
    const [name = ''] = cookies
      .map((cookie) => cookie.split(';', 1)[0])
      .filter((pair) => pair?.includes('csrf'))
    const renewed = decodeURIComponent(name.slice(name.indexOf('=') + 1)).split('|')[0] ?? ''
    const out = await ask('/auth/signout', {
      method: 'POST',
      headers: { ...form, cookie: pairs(cookies) },
      body: new URLSearchParams({ csrfToken: renewed }).toString(),
    })
    expect(out.status).toBe(302)
    expect(out.headers['set-cookie']?.join()).toMatch(/session-token=;[^,]*Max-Age=0/)
  })

  test('toNodeHandler() responds with the built-in page', async () => {
    const page = await (await begin())('/auth/signin')
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['cache-control']).toBe('private, no-cache, no-store')
    expect(page.body).toContain('</html>')
  })

  test.each([
    ['/auth/unknown', 'GET', 404],
    ['/auth/../auth/session', 'GET', 200],
    ['/auth/%2e%2e/auth/session', 'GET', 200],
    ['//localhost/auth/session', 'GET', 404],
    ['http://localhost/auth/session', 'GET', 200],
    ['/auth/session?a=1&a=2', 'GET', 400],
    ['/auth/session?a=%zz', 'GET', 200],
    ['*', 'OPTIONS', 400],
    ['/auth/session', 'DELETE', 405],
    ['/auth/session', 'HEAD', 200],
  ])('%s by %s gets %i', async (path, method, status) => {
    expect(await (await begin())(path, { method })).toMatchObject({ status })
  })

  test('a response with status 204 has no Content-Length (RFC 9110, section 8.6)', async () => {
    const done = defineFeature({
      name: 'done',
      version: 1,
      routes: { done: { provider: 'none', GET: async () => nothing(204), POST: async () => nothing(202) } },
    })
    const auth = createAuth()
      .provider(github())
      .use(done)
      .options({ secret: 'a secret of more than 32 characters' })
      .build()
    const ask = await serve(toNodeHandler(auth.handler))
    const empty = await ask('/auth/done')
    expect(empty).toMatchObject({ status: 204, body: '' })
    expect(empty.headers).not.toHaveProperty('content-length')
    const accepted = await ask('/auth/done', { method: 'POST' })
    expect(accepted).toMatchObject({ status: 202, headers: { 'content-length': '0' } })
  })

  test('HEAD gets the length of the response to GET, and no body', async () => {
    const ask = await begin()
    const [head, get] = [await ask('/auth/providers', { method: 'HEAD' }), await ask('/auth/providers')]
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect([head.status, head.body]).toEqual([200, ''])
  })

  test.each(['evil.test', 'localhost:3000@evil.test', 'a b', 'evil.test/localhost'])(
    'toNodeHandler() rejects a request with an untrusted host: %s',
    async (host) => {
      vi.spyOn(console, 'error').mockReturnValue()
      const auth = app({ providers: [password], environment: { NODE_ENV: 'production' } })
      const { status } = await (await serve(handlerOf(auth)))('/auth/session', { headers: { host } })
      expect([400, 421]).toContain(status)
    },
  )

  test.each([{ trustHost: true }, { trustHost: true, AUTH_URL: 'https://app.example.com' }])(
    'a request of HTTP/1.0 without a host gets 400, with %j',
    async ({ trustHost, ...environment }) => {
      vi.spyOn(console, 'error').mockReturnValue()
      const auth = app({
        providers: [password],
        options: { trustHost },
        environment: { NODE_ENV: 'production', ...environment },
      })
      await serve(handlerOf(auth))
      const address = servers.at(-1)?.address() as AddressInfo
      const socket = connect(address.port, '127.0.0.1').setEncoding('latin1')
      socket.write('GET /auth/providers HTTP/1.0\r\n\r\n')
      let response = ''
      for await (const chunk of socket) response += chunk
      expect(response).toMatch(/^HTTP\/1\.1 400 /)
      expect(response).not.toContain('undefined')
    },
  )

  test('a request whose body was already read gets 400, and the log gives the reason', async () => {
    const warned: unknown[] = []
    const logger = { warn: (_: string, message?: string) => void warned.push(message) }
    const handler = handlerOf(
      app({
        providers: [password],
        options: { secret: 'a secret of more than thirty-two characters', trustHost: true, logger },
      }),
    )
    const ask = await serve(async (request, response) => {
      for await (const _ of request) void _
      await handler(request, response)
    })
    const { status, body } = await ask('/auth/callback/credentials', {
      method: 'POST',
      headers: form,
      body: 'a=b',
    })
    expect(status).toBe(400)
    expect(body).toContain('message')
    expect(warned).toEqual([expect.stringContaining('express.json()')])
  })
})

test.each([
  ['a string', form, 'email=ada&password=right'],
  ['bytes', form, new TextEncoder().encode('email=ada&password=right')],
  ['an object, parsed from a form', form, { email: 'ada', password: 'right' }],
  [
    'an object, parsed from JSON',
    { 'content-type': 'application/json' },
    { email: 'ada', password: 'right' },
  ],
])('a body that was already read is taken from `request.body`: %s', async (_, headers, body) => {
  const seen: unknown[] = []
  const provider = credentials({
    input: { email: {}, password: {} },
    authorize: (input) => {
      seen.push(input)
      return null
    },
  })
  const options = {
    secret: 'x'.repeat(32),
    trustHost: true,
    skipCSRFCheck: skipCSRFCheck as typeof skipCSRFCheck,
  }
  const handler = toNodeHandler(app({ providers: [provider], options }).handle)
  const ask = await serve(async (request, response) => {
    for await (const _ of request) void _
    await handler(Object.assign(request, { body }), response)
  })
  const { origin } = new URL('http://localhost')
  await ask('/auth/callback/credentials', { method: 'POST', headers: { ...headers, origin }, body: 'x' })
  expect(seen).toEqual([{ email: 'ada', password: 'right' }])
})

describe('any handler of web-standard requests', () => {
  test('toNodeHandler() sends the response of any handler unchanged, with a streamed body and every cookie', async () => {
    const ask = await serve(
      toNodeHandler(async (request) => {
        const headers = new Headers({ 'x-url': request.url })
        headers.append('set-cookie', 'a=1')
        headers.append('set-cookie', 'b=2')
        return new Response(request.body, { status: 201, headers })
      }),
    )

    expect(await ask('/echo?q=%C3%A4', { method: 'POST', body: 'hello' })).toMatchObject({
      status: 201,
      body: 'hello',
      headers: { 'set-cookie': ['a=1', 'b=2'], 'x-url': expect.stringMatching(/\/echo\?q=%C3%A4$/) },
    })
  })

  test('an error that a handler throws is logged and gets 500 without details', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const ask = await serve(
      toNodeHandler(() => {
        throw new Error('secret')
      }),
    )
    const { status, body } = await ask('/')
    expect(status).toBe(500)
    expect(body).not.toContain('secret')
    expect(log).toHaveBeenCalledOnce()
  })

  test('a request with a method that `Request` does not allow gets 400 and logs no error', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const ask = await serve(toNodeHandler(() => new Response('hello')))
    expect(await ask('/', { method: 'TRACE' })).toMatchObject({ status: 400 })
    expect(log).not.toHaveBeenCalled()
  })

  test.each([
    ['a host that is not trusted gets 421', {}, { trustHost: false }, 421],
    [
      'a database that is down gets 503',
      { getSessionAndUser: () => Promise.reject(new Error('secret')) },
      { trustHost: true },
      503,
    ],
  ])('toNodeHandler() supports handlers that read the session: %s', async (_, faults, options, expected) => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const { auth } = createAuth()
      .provider(github())
      .adapter({ ...memory(), ...faults })
      .options({ secret: 'a secret of at least 32 characters', ...options })
      .build()
    const ask = await serve(toNodeHandler(async (request) => Response.json(await auth(request))))
    const cookie = '__Host-authwright.session-token=unknown; authwright.session-token=unknown'
    const { status, body } = await ask('/', { headers: { host: 'shop.example', cookie } })
    expect(status).toBe(expected)
    expect(body).not.toContain('secret')
    expect(log).toHaveBeenCalledOnce()
  })

  test('reading only the session leaves the request body readable for other handlers', async () => {
    const { auth } = createAuth()
      .provider(github())
      .options({ secret: 'x'.repeat(32) })
      .build()
    const ask = await serve(async (request, response) => {
      const before = await auth(toWebRequest(request))
      let body = ''
      for await (const chunk of request) body += chunk
      const after = await auth(toWebRequest(request))
      response.end(JSON.stringify({ before, body, after }))
    })
    const { body } = await ask('/', { method: 'POST', body: 'hello' })
    expect(JSON.parse(body)).toEqual({ before: null, body: 'hello', after: null })
  })

  test('a handler that is mounted in Express below a path receives the complete path', async () => {
    const ask = await serve(async (request, response) => {
      Object.assign(request, { originalUrl: request.url, url: '/' })
      response.end(toWebRequest(request).url)
    })
    expect((await ask('/auth/session?a=1')).body).toMatch(/^http:\/\/localhost:\d+\/auth\/session\?a=1$/)
  })
})

test('in development, the error page in a browser on this machine shows the log message', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  vi.stubEnv('AUTH_SECRET', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const auth = createAuth()
    .provider(github())
    .options({ logger: { error: () => undefined } })
    .build()
  const ask = await serve(toNodeHandler(auth.handler))
  const { status, body } = await ask('/auth/signin', { headers: { accept: 'text/html' } })
  expect(status).toBe(500)
  expect(body).toContain('Shown in development')
  expect(body).toContain('npx authwright secret --write')
})

test('in development, a page that reads the session says that the secret is missing', async () => {
  const auth = createAuth().provider(password).build()
  const ask = await serve(toNodeHandler(async (request) => Response.json(await auth.auth(request))))
  const error = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => {
    error.mockRestore()
    vi.unstubAllEnvs()
  })
  vi.stubEnv('AUTH_SECRET', undefined)
  vi.stubEnv('NODE_ENV', 'development')
  const shown = await ask('/account', { headers: { accept: 'text/html' } })
  expect(shown.status).toBe(500)
  expect(shown.headers['content-type']).toContain('text/html')
  expect(shown.body).toContain('npx authwright secret --write')
})
