// biome-ignore lint/suspicious/noTsIgnore: an application without @types/node must be able to compile the declarations of this file.
/** @ts-ignore */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { InvalidRequest } from '../errors.js'
import { parseUrl } from '../model/parse-url.js'
import { type Incoming, type RequestUrl, withPeerAddress } from '../runtime/port.js'

/**
 * Converts a `node:http` request to a web-standard one, for example for `auth.auth(request)`. The body of the `node:http` request is consumed only when the body of the result is read.
 *
 * @throws InvalidRequest if the request names no host, has no valid URL, or has a method that a web-standard request cannot have. Reading
 * the body rejects with `InvalidRequest` if the body was already read and not parsed.
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { createAuth } from 'authwright'
 * import { toWebRequest } from 'authwright/node'
 * import { github } from 'authwright/providers/github'
 *
 * const auth = createAuth().provider(github()).build()
 *
 * createServer(async (request, response) => {
 *   try {
 *     const session = await auth.auth(toWebRequest(request))
 *     response.end(session ? `Hello ${session.user.name}` : 'Please sign in')
 *   } catch (error) {
 *     // Without this, a database that is down would end the process.
 *     console.error(error)
 *     response.writeHead(500).end()
 *   }
 * })
 * ```
 *
 * @see https://fetch.spec.whatwg.org/#requests
 */
export function toWebRequest(request: IncomingMessage): Request {
  return webRequest(request, urlReader()(request))
}

/** @param url - From {@link urlReader}. */
export function webRequest(request: IncomingMessage, url: string): Request {
  const { method = 'GET' } = request
  // HTTP/2 clients can send methods in lower case. See https://fetch.spec.whatwg.org/#forbidden-method.
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method)) {
    throw new InvalidRequest(`The method ${method} is not supported.`)
  }
  const headers = webHeaders(request)
  const { remoteAddress } = request.socket
  if (/^(?:GET|HEAD)$/i.test(method)) {
    return withPeerAddress(new Request(url, { method, headers }), remoteAddress)
  }
  // Some declarations of `RequestInit` lack `duplex`, which a streamed body requires.
  const init = { method, headers, body: bodyOf(request), duplex: 'half' } as RequestInit
  return withPeerAddress(new Request(url, init), remoteAddress)
}

/** Starts to read the request only when the stream is read, so that reading the session does not consume the body. */
function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  return new ReadableStream(
    {
      async pull(controller) {
        reader ??= readerOf(request)
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

function readerOf(request: IncomingMessage): ReadableStreamDefaultReader<Uint8Array> {
  if (request.readableEnded || request.readableDidRead) {
    const parsed = parsedBody(request)
    if (parsed !== undefined) {
      return new Response(parsed).body?.getReader() as ReadableStreamDefaultReader<Uint8Array>
    }
    throw new InvalidRequest(
      'The body was already read. Call the handler of Authwright before code that reads bodies, such as express.json().',
    )
  }
  return (Readable.toWeb(request) as ReadableStream<Uint8Array>).getReader()
}

/** Returns a body that `express.json()` or a serverless platform has already read, as a string or as bytes. */
function parsedBody(request: IncomingMessage): string | Uint8Array<ArrayBuffer> | undefined {
  const { body } = request as { body?: unknown }
  if (typeof body === 'string' || body instanceof Uint8Array) return body as string | Uint8Array<ArrayBuffer>
  if (typeof body !== 'object' || body === null) return undefined
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
  if (!isForm) return JSON.stringify(body)
  return new URLSearchParams(
    Object.entries(body).flatMap(([name, value]) => [value].flat().map((item) => [name, String(item)])),
  ).toString()
}

function webHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    // The pseudo-headers of HTTP/2 are not HTTP headers.
    if (!name.startsWith(':')) headers.append(name, rawHeaders[index + 1] as string)
  }
  return headers
}

/** Creates a web-standard `Request` only if one is needed. */
export class NodeIncoming implements Incoming {
  readonly #request: IncomingMessage
  #webRequest: Request | undefined
  readonly url: RequestUrl

  constructor(request: IncomingMessage, url: RequestUrl) {
    this.#request = request
    this.url = url
  }

  get method(): string {
    return this.#request.method ?? 'GET'
  }

  get headers(): Incoming['headers'] {
    return this
  }

  get(name: string): string | null {
    const value = this.#request.headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : (value ?? null)
  }

  has(name: string): boolean {
    return this.#request.headers[name.toLowerCase()] !== undefined
  }

  request(): Request {
    this.#webRequest ??= webRequest(this.#request, this.url)
    return this.#webRequest
  }
}

/** A path and query that a URL parser leaves unchanged. */
const plainTarget = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:[?][\w=&.~+%-]*)?$/

/** Express keeps the complete path in `originalUrl`. */
type UrlParts = Pick<IncomingMessage, 'headers' | 'url' | 'socket'> & { readonly originalUrl?: string }

/** Caches the origin of the last host, because most servers have only one. */
export function urlReader(): (request: UrlParts) => RequestUrl {
  let last = { site: '', origin: '' }
  return ({ headers, url = '/', originalUrl = url, socket }) => {
    const { host = headers[':authority'] ?? '' } = headers
    const site = `${(socket as Partial<TLSSocket>).encrypted ? 'https' : 'http'}://${host}`
    if (site !== last.site) last = { site, origin: originOf(site) }
    const path = plainTarget.test(originalUrl) ? originalUrl : pathOf(originalUrl, last.origin)
    return (last.origin + path) as RequestUrl
  }
}

/** Rejects hosts with other parts, such as a path or a user name. */
function originOf(site: string): string {
  const url = /^https?:\/\/[^/?#@\\]+$/.test(site) ? parseUrl(site) : undefined
  if (url) return url.origin
  throw new InvalidRequest('The request has no `Host` header that names a host.')
}

/** The path and query of a request target. A request to a proxy has the complete URL as its target. */
function pathOf(target: string, origin: string): string {
  const input = target.startsWith('/') ? origin + target : target
  const url = parseUrl(input)
  if (url && /^https?:$/.test(url.protocol)) return url.pathname + url.search
  throw new InvalidRequest('The request has no valid URL.')
}
