import { request as httpRequest, type IncomingMessage } from 'node:http'
import { parseSetCookie } from 'cookie'
import { expect } from 'vitest'
import type { RealProvider } from '../../support/oidc/real-provider.js'

/** The URL in `AUTH_URL`. The server of the application listens without TLS, as behind a proxy. */
export const SITE = 'https://app.test'

/** An application that a framework has built and serves. */
export interface RunningApplication {
  readonly port: number
  /** The path of its routes, such as `/api/auth`. */
  readonly basePath: string
  /** The id of its provider of OpenID Connect, whose client is `basic`. */
  readonly providerId: string
  readonly provider: RealProvider
  /** The input that signs a user in with the provider `credentials`. */
  readonly credentials: Readonly<Record<string, string>>
  /** The output of the server so far. */
  output(): string
}

/** A request that is sent unchanged, without corrections by an HTTP library. */
export interface WireRequest {
  readonly method?: string
  /** The second word of the request line. */
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
}

/** Sends bytes to the server unchanged. */
export async function sendRaw({ port }: RunningApplication, sent: WireRequest): Promise<Response> {
  const { method = 'GET', target, headers = {}, body = '' } = sent
  const content = Buffer.from(body)
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path: target })
    request.setHeader('host', new URL(SITE).host)
    if (content.length > 0 || method !== 'GET') request.setHeader('content-length', content.length)
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
    request.once('response', resolve).once('error', reject).end(content)
  })
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  const answered = new Headers()
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    answered.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '')
  }
  const text = chunks.length > 0 ? Buffer.concat(chunks) : null
  return new Response(text, { status: message.statusCode ?? 0, headers: answered })
}

/**
 * Sends a request like a browser, and checks the conditions that hold for every response: G2, G3, G5 and G8.
 */
export async function sendChecked(application: RunningApplication, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const response = await sendRaw(application, {
    method: request.method,
    target: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: new Uint8Array(await request.arrayBuffer()),
  })
  checkAnswer(response, application)
  return response
}

function checkAnswer(response: Response, { provider }: RunningApplication): void {
  expect(response.status, 'G2').toBeLessThan(500)
  const cookies = response.headers.getSetCookie()
  for (const line of cookies) checkCookie(line)
  if (cookies.length > 0) expect(response.headers.get('cache-control'), 'G8').toContain('no-store')
  const location = response.headers.get('location')
  if (location === null) return
  expect(location, 'G5').toMatch(/^[!-~]+$/)
  expect([SITE, provider.issuer], 'G5').toContain(new URL(location, SITE).origin)
}

/** Expects the strictest attributes of a cookie over HTTPS: the row CK-1, and G3. */
function checkCookie(line: string): void {
  expect(line.length, 'G3').toBeLessThanOrEqual(4096)
  const { name, value: _, ...attributes } = parseSetCookie(line)
  expect(name, line).toMatch(/^__Host-authwright\.[\w.-]+$/)
  expect(attributes, line).toMatchObject({ path: '/', httpOnly: true, secure: true, sameSite: 'lax' })
  expect(attributes, line).not.toHaveProperty('domain')
}
