import { once } from 'node:events'
import { createServer, type IncomingMessage, request as send } from 'node:http'
import { connect, createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type NodeHandler, toNodeHandler } from '../../src/node.js'

const servers: ReturnType<typeof createServer>[] = []
const logged = vi.spyOn(console, 'error').mockReturnValue()

beforeEach(() => {
  logged.mockClear()
})

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function portOf(handler: NodeHandler): Promise<number> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function ask(port: number, method = 'GET'): Promise<IncomingMessage> {
  const sent = send({ host: '127.0.0.1', port, method }).end()
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  return reply
}

/** A body of one chunk that does not end, and a promise that resolves when the body is cancelled. */
function endless(): { readonly body: ReadableStream<Uint8Array>; readonly cancelled: Promise<void> } {
  let tell = (): void => undefined
  const cancelled = new Promise<void>((resolve) => {
    tell = resolve
  })
  const start = (controller: ReadableStreamDefaultController<Uint8Array>): void =>
    controller.enqueue(new TextEncoder().encode('hello'))
  return { body: new ReadableStream({ start, cancel: () => tell() }), cancelled }
}

test('each chunk of a body is written as soon as it is produced', async () => {
  let say = (_: string): void => undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      say = (word) => controller.enqueue(new TextEncoder().encode(word))
    },
  })
  const reply = await Promise.all([
    ask(await portOf(toNodeHandler(() => new Response(body)))),
    wait(20).then(() => say('one')),
  ]).then(([reply]) => reply.setEncoding('utf8'))
  expect(await once(reply, 'data')).toEqual(['one'])
  say('two')
  expect(await once(reply, 'data')).toEqual(['two'])
})

test('a response without a body is ended', async () => {
  const reply = await ask(await portOf(toNodeHandler(() => new Response(null, { status: 204 }))))
  expect(reply.statusCode).toBe(204)
  await once(reply.resume(), 'end')
})

test('a header that Node.js rejects causes an error response without the other headers', async () => {
  const headers = { 'content-length': '5000', 'set-cookie': 'a=b', 'x-name': 'a\u0001b' }
  const reply = await ask(await portOf(toNodeHandler(() => new Response('hello', { headers }))))
  expect(reply.statusCode).toBe(500)
  expect(reply.headers['set-cookie']).toBeUndefined()
  expect(await json(reply)).toEqual({ message: 'The request failed.' })
  expect(logged).toHaveBeenCalledOnce()
})

test('a client that disconnects during a body causes no error, and the rest of the body is not produced', async () => {
  const { body, cancelled } = endless()
  const reply = await ask(await portOf(toNodeHandler(() => new Response(body))))
  await once(reply, 'data')
  reply.destroy()
  await cancelled
  await wait(20)
  expect(logged).not.toHaveBeenCalled()
})

test('a client that disconnects before the response causes no error, and the body is not read', async () => {
  const { body, cancelled } = endless()
  const answer = toNodeHandler(() => new Response(body))
  const port = await portOf(async (request, response) => {
    request.socket.destroy()
    await once(response, 'close')
    await answer(request, response)
  })
  await expect(ask(port)).rejects.toThrow(/hang up|ECONNRESET/)
  await cancelled
  await wait(20)
  expect(logged).not.toHaveBeenCalled()
})

test('a HEAD request gets the headers at once, and the body is not read', async () => {
  const { body, cancelled } = endless()
  const answer = new Response(body, { headers: { 'x-kind': 'endless' } })
  const reply = await ask(await portOf(toNodeHandler(() => answer)), 'HEAD')
  expect(reply.headers['x-kind']).toBe('endless')
  await once(reply.resume(), 'end')
  await cancelled
})

test('a response that was already read is logged and gets 500 without its contents', async () => {
  const answer = new Response('hello', { headers: { 'content-length': '5' } })
  await answer.text()
  const reply = await ask(await portOf(toNodeHandler(() => answer)))
  expect(reply.statusCode).toBe(500)
  expect(await json(reply)).toEqual({ message: 'The request failed.' })
  expect(logged).toHaveBeenCalledExactlyOnceWith('[auth][error]', expect.any(TypeError))
})

test('over HTTP/2, a body is written without a warning, and is not read after a disconnect', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
  const { body, cancelled } = endless()
  const answer = toNodeHandler(({ url }) => new Response(url.endsWith('/left') ? body : 'hello'))
  let answered = (): void => undefined
  const done = new Promise<void>((resolve) => {
    answered = resolve
  })
  const server = createHttp2Server(async (request, response) => {
    if (request.url === '/left') {
      left.close()
      await once(response.stream, 'close')
    }
    await answer(request as never, response as never)
    if (request.url === '/left') answered()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const stayed = client.request({ ':path': '/' }).setEncoding('utf8')
  expect(await once(stayed, 'data')).toEqual(['hello'])
  const left = client.request({ ':path': '/left' })
  await Promise.all([cancelled, done])
  expect(warned).not.toHaveBeenCalled()
  expect(logged).not.toHaveBeenCalled()
  warned.mockRestore()
  client.destroy()
  server.close()
})

test.each([
  ['get', 200],
  ['head', 200],
  ['trace', 400],
])(
  'over HTTP/2, a request with the method "%s" gets the status %i and logs no error',
  async (method, status) => {
    const server = createHttp2Server((request, response) =>
      toNodeHandler(() => new Response('hello'))(request as never, response as never),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const request = client.request({ ':path': '/', ':method': method })
    const [headers] = await once(request.end(), 'response')
    client.destroy()
    server.close()
    expect(headers[':status']).toBe(status)
    expect(logged).not.toHaveBeenCalled()
  },
)

test('a body is produced only as fast as the client reads it', async () => {
  let made = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      made++
      controller.enqueue(new Uint8Array(1_000_000))
      await wait(1)
    },
  })
  const reply = await ask(await portOf(toNodeHandler(() => new Response(body))))
  reply.pause()
  let before = -1
  while (made !== before) {
    before = made
    await wait(100)
  }
  expect(made).toBeLessThan(50)
  // The waiting write continues as soon as there is space in the buffer.
  reply.resume()
  await vi.waitUntil(() => made > before + 50, { timeout: 10_000 })
  reply.destroy()
})

test.each([
  ['fails', new Error('secret')],
  ['fails with an AbortError', new DOMException('secret', 'AbortError')],
])('if a body %s, the error is logged and the response is cut off', async (_, fault) => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('hello')),
    pull: () => wait(20).then(() => Promise.reject(fault)),
  })
  const reply = await ask(await portOf(toNodeHandler(() => new Response(body))))
  reply.setEncoding('utf8')
  let text = ''
  const read = async (): Promise<void> => {
    for await (const chunk of reply) text += chunk
  }
  await expect(read()).rejects.toThrow('aborted')
  expect(text).toBe('hello')
  expect(logged).toHaveBeenCalledExactlyOnceWith('[auth][error]', fault)
})

test('a body with chunks other than bytes is logged, cut off and cancelled', async () => {
  const cancelled = vi.fn()
  const body = new ReadableStream({
    start: (controller) => controller.enqueue({ no: 'bytes' }),
    cancel: cancelled,
  })
  const port = await portOf(toNodeHandler(() => new Response(body)))
  await expect(ask(port).then((reply) => once(reply.resume(), 'end'))).rejects.toThrow(
    /hang up|ECONNRESET|aborted/,
  )
  expect(logged).toHaveBeenCalledOnce()
  expect(cancelled).toHaveBeenCalledOnce()
})
