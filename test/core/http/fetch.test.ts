import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Fetch } from '../../../src/providers/kinds/custom-fetch.js'
import { createFetch, FetchError, type FetchFailure } from '../../../src/runtime/core/http/fetch.js'
import { inTime } from '../../support/in-time.js'

const seen: string[] = []

const routes: Record<string, RequestListener> = {
  '/json': (_, response) => response.setHeader('content-type', 'application/json').end('{"a":1}'),
  '/echo': (request, response) => {
    request.pipe(
      response
        .setHeader('x-method', request.method ?? '')
        .setHeader('x-auth', request.headers.authorization ?? ''),
    )
  },
  '/name': (request, response) => response.end(request.headers['user-agent']),
  '/error': (_, response) => response.writeHead(503, { 'retry-after': '1' }).end('busy'),
  '/empty': (_, response) => response.writeHead(204).end(),
  '/redirect': (_, response) => response.writeHead(302, { location: '/stolen' }).end(),
  '/stolen': (_, response) => response.end('stolen'),
  '/hang': () => undefined,
  '/drip': (_, response) => response.write('{"a":'),
  '/large': (_, response) => response.end('x'.repeat(2_000)),
  '/announced': (_, response) => response.writeHead(200, { 'content-length': 2_000 }).write('x'),
  '/endless': (_, response) => {
    const timer = setInterval(() => response.write('x'.repeat(1_000)), 1)
    response.on('close', () => clearInterval(timer))
  },
  '/gzip': (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('{"a":1}')),
  '/bomb': (_, response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(1_000_000))),
  '/broken': (_, response) => {
    response.write('{')
    setTimeout(() => response.destroy(), 10)
  },
}

let server: Server
let base: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    seen.push(path)
    routes[path]?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

async function failureOf(promise: Promise<unknown>, reason: FetchFailure): Promise<FetchError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(FetchError)
  expect((error as FetchError).reason).toBe(reason)
  return error as FetchError
}

test('a custom `fetch` function can add request headers', async () => {
  const fetch = createFetch({
    fetch: (url, init) => globalThis.fetch(url, { ...init, headers: { ...init.headers, 'x-proxy': '1' } }),
  })
  const headers = new Headers({ authorization: 'Bearer token' })
  const response = await fetch(`${base}/echo`, { method: 'POST', headers, body: '' })
  expect(response.headers.get('x-auth')).toBe('Bearer token')
})

test('requests have the User-Agent "authwright" unless the caller sets another', async () => {
  const fetch = createFetch({})
  expect(await (await fetch(`${base}/name`, {})).text()).toBe('authwright')
  expect(await (await fetch(`${base}/name`, { headers: { 'user-agent': 'acme' } })).text()).toBe('acme')
})

test('a header with a line break is rejected with an error that does not contain the header', async () => {
  const sent: string[] = []
  const fetch = createFetch({
    fetch: async (url) => {
      sent.push(url)
      return new Response()
    },
  })
  const headers = { authorization: 'Bearer first-line\nsecond-line' }
  const error = await failureOf(fetch(`${base}/echo`, { headers }), 'header')
  expect(inspect(error)).not.toContain('line\\n')
  expect(inspect(error)).not.toContain('second-line')
  expect(sent).toEqual([])
})

describe('responses', () => {
  const send = createFetch({})

  test('a response is returned with status, headers and body', async () => {
    const response = await send(`${base}/json`, {})
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ a: 1 })
  })

  test('a request is sent with method, headers and body', async () => {
    const body = new URLSearchParams({ code: 'x' })
    const response = await send(`${base}/echo`, {
      method: 'POST',
      headers: { authorization: 'Basic eA==' },
      body,
    })
    expect(response.headers.get('x-method')).toBe('POST')
    expect(response.headers.get('x-auth')).toBe('Basic eA==')
    expect(await response.text()).toBe('code=x')
  })

  test('an error status is returned as a response, without a second request', async () => {
    seen.length = 0
    const response = await send(`${base}/error`, {})
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.text()).toBe('busy')
    expect(seen).toEqual(['/error'])
  })

  test('a response may have an empty body', async () => {
    const response = await send(`${base}/empty`, {})
    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
  })

  test('a compressed response is decompressed and loses its content-encoding header', async () => {
    const response = await send(`${base}/gzip`, {})
    expect(response.headers.has('content-encoding')).toBe(false)
    expect(await response.clone().json()).toEqual({ a: 1 })
    expect((await response.arrayBuffer()).byteLength).toBe(7)
  })

  test('a response body is read completely, so a later abort has no effect', async () => {
    const controller = new AbortController()
    const response = await send(`${base}/json`, { signal: controller.signal })
    controller.abort()
    expect(await response.text()).toBe('{"a":1}')
  })
})

test('redirects are not followed', async () => {
  seen.length = 0
  const error = await failureOf(
    createFetch({})(`${base}/redirect?secret=1`, { redirect: 'follow' }),
    'redirect',
  )
  expect(error.message).toBe(`${new URL(base).host} responded with a redirect. Redirects are not followed.`)
  expect(seen).toEqual(['/redirect'])
})

test('a redirect is recognized even if the runtime returns an opaque redirect response', async () => {
  const hidden = Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' })
  const send = createFetch({ fetch: async () => hidden })
  await failureOf(send('https://op.test', {}), 'redirect')
})

test.each(['/hang', '/drip'])('the timeout applies to %s', async (path) => {
  const fetch = createFetch({ timeout: 60 })
  const error = await inTime(() => failureOf(fetch(`${base}${path}?code=secret`, {}), 'timeout'))
  expect(error.message).toBe(`${new URL(base).host} did not respond within 60 ms.`)
})

test('the timeout applies to a `fetch` function that ignores its signal, before and after the headers', async () => {
  const never = new Promise<Response>(() => undefined)
  await failureOf(createFetch({ fetch: () => never, timeout: 30 })('https://op.test', {}), 'timeout')
  let cancelled = false
  const body = new ReadableStream({
    cancel: () => {
      cancelled = true
    },
  })
  const dripping: Fetch = async () => new Response(body)
  await failureOf(createFetch({ fetch: dripping, timeout: 30 })('https://op.test', {}), 'timeout')
  expect(cancelled).toBe(true)
})

test('the size limit applies to bodies with Content-Length, streamed bodies and compressed bodies', async () => {
  const send = createFetch({ maxBytes: 1_000 })
  for (const path of ['/announced', '/large', '/endless', '/bomb']) {
    const error = await failureOf(send(`${base}${path}`, {}), 'tooLarge')
    expect(error.message).toBe(`${new URL(base).host} sent more than 1000 bytes.`)
  }
})

test('a body of exactly the maximum size is accepted', async () => {
  expect(await (await createFetch({ maxBytes: 7 })(`${base}/json`, {})).text()).toBe('{"a":1}')
  await failureOf(createFetch({ maxBytes: 6 })(`${base}/json`, {}), 'tooLarge')
})

test('a finished request leaves no timer', async () => {
  vi.useFakeTimers()
  try {
    await createFetch({ fetch: async () => new Response('x') })('https://op.test', {})
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

describe('URLs', () => {
  const sent: string[] = []
  const send = createFetch({
    fetch: async (url) => {
      sent.push(url)
      return new Response('x')
    },
  })

  test.each([
    ...[
      'http://op.test/token?code=secret',
      'http://127.0.0.1.evil.com',
      'http://0.0.0.0',
      'http://169.254.169.254/',
    ],
    ...[
      'javascript:alert(1)',
      'data:,x',
      'file:///etc/passwd',
      'ftp://localhost/',
      '/relative',
      '',
      'op.test',
    ],
    ...['https://user:secret@op.test/', 'https://user@op.test/'],
  ])('the URL %j is refused before a request is sent, without its query or credentials', async (address) => {
    sent.length = 0
    const error = await failureOf(send(address, {}), 'url')
    expect(sent).toEqual([])
    expect(error.message).not.toMatch(/secret|code|passwd/)
  })

  test.each(['https://op.test/x', 'http://localhost:8080/x', 'http://127.0.0.1/x', 'http://[::1]/x'])(
    'the URL %s is allowed',
    async (address) => {
      expect((await send(address, {})).status).toBe(200)
    },
  )
})

test('a network error names the host, hides the query, and keeps the cause', async () => {
  const error = await failureOf(createFetch({})('http://127.0.0.1:1/token?code=secret', {}), 'network')
  expect(error.message).toBe('127.0.0.1:1 could not be reached.')
  expect(error.cause).toBeInstanceOf(TypeError)
})

test('a connection that breaks during the body is a network error', async () => {
  await failureOf(createFetch({})(`${base}/broken`, {}), 'network')
})

test('an error that fetch throws is kept as the cause', async () => {
  const cause = new Error('proxy is down')
  const send = createFetch({
    fetch: () => {
      throw cause
    },
  })
  expect((await failureOf(send('https://op.test', {}), 'network')).cause).toBe(cause)
})

test('an abort by the caller ends the request', async () => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 20)
  await failureOf(createFetch({})(`${base}/hang`, { signal: controller.signal }), 'aborted')
  await failureOf(createFetch({})(`${base}/json`, { signal: AbortSignal.abort() }), 'aborted')
})
