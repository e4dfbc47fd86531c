import { request as httpRequest } from 'node:http'
import { createServer } from 'node:https'
import type { ProxyPlan } from './tls-proxy.js'

/** Starts a small proxy if nginx is not installed, and returns a function that stops it. */
export async function startNodeProxy(plan: ProxyPlan): Promise<() => Promise<void>> {
  const { port, target, headers, cert, key } = plan
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    const values = { 'X-Forwarded-Host': incoming.headers.host, 'X-Forwarded-Proto': 'https' }
    const request = httpRequest({
      host: '127.0.0.1',
      port: target,
      method: incoming.method,
      path: incoming.url,
      headers: {
        ...incoming.headers,
        ...Object.fromEntries(headers.map((name) => [name.toLowerCase(), values[name]])),
      },
    })
    request.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    request.once('error', () => outgoing.destroy())
    incoming.pipe(request)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
