import { parseUrl } from '../../../model/parse-url.js'
import { isProtected } from '../../../model/protected-url.js'
import type { customFetch, Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { ServedProvider } from '../../../providers/kinds/local-server.js'
import { withoutSecrets } from '../config/logger.js'
import { joinBytes } from '../crypto/base64url.js'

export const USER_AGENT = 'authwright'

export const FETCH_TIMEOUT_MS = 10_000

export interface FetchLimits {
  readonly fetch?: Fetch | undefined
  /** Maximum time to receive headers and body, in milliseconds. */
  readonly timeout?: number
  /** Maximum size of the decompressed body. */
  readonly maxBytes?: number
}

export interface Outgoing {
  /**
   * Returns the `fetch` function for a provider. `undefined` means the global `fetch`. Pass the result to
   * `createFetch`, which adds the limits.
   */
  fetchFor(provider: ServedProvider & { readonly [customFetch]?: Fetch | undefined }): Fetch | undefined
}

/**
 * Returns a `fetch` function that requires HTTPS, or HTTP to a loopback host, and follows no redirects. It
 * resolves after the whole body was received, and rejects with a `FetchError`.
 */
export function createFetch({
  fetch = platformFetch,
  timeout = FETCH_TIMEOUT_MS,
  maxBytes = 1_048_576,
}: FetchLimits): Fetch {
  return async (url, init) => {
    const { host, href } = allowedUrl(url)
    const headers = validHeaders(init.headers, host)
    const deadline = new AbortController()
    const signal = init.signal ? AbortSignal.any([init.signal, deadline.signal]) : deadline.signal
    const timer = setTimeout(() => {
      deadline.abort(new FetchError('timeout', `${host} did not respond within ${timeout} ms.`))
    }, timeout)
    const send = (): Promise<Response> =>
      fetch(href, { ...init, headers: withUserAgent(headers), redirect: 'manual', signal })
    try {
      return await unlessAborted(receive(send, { host, maxBytes, signal }), signal)
    } catch (error) {
      throw failure(withoutSecrets(error, sentSecrets(headers, init.body)), host, signal)
    } finally {
      clearTimeout(timer)
    }
  }
}

async function receive(
  send: () => Promise<Response>,
  {
    host,
    maxBytes,
    signal,
  }: { readonly host: string; readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<Response> {
  const response = await send()
  const { status, headers, type } = response
  const reader = response.body?.getReader()
  const close = (): void => void reader?.cancel().catch(() => undefined)
  // A custom `fetch` function may respond after the request was aborted.
  if (signal.aborted) close()
  signal.addEventListener('abort', close, { once: true })
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    close()
    throw new FetchError('redirect', `${host} responded with a redirect. Redirects are not followed.`)
  }
  const isTooLarge = Number(headers.get('content-length')) > maxBytes
  const body = isTooLarge ? undefined : reader ? await readAll(reader, maxBytes) : new Uint8Array()
  if (body) return receivedResponse(response, body)
  close()
  throw new FetchError('tooLarge', `${host} sent more than ${maxBytes} bytes.`)
}

/**
 * Settles like `work`, but rejects on abort even if a custom `fetch` function ignores the signal. Otherwise
 * the truncated body of an aborted request would look complete.
 */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject)
  })
}

/** Returns the secrets in a request. A custom `fetch` function may repeat them in an error. */
function sentSecrets(headers: Headers, body: RequestInit['body']): readonly unknown[] {
  const [, credentials] = headers.get('authorization')?.split(' ') ?? []
  const form = new URLSearchParams(typeof body === 'string' || body instanceof URLSearchParams ? body : '')
  return [Object.fromEntries(form), ...(credentials ? [credentials] : [])]
}

/**
 * Adds a `User-Agent`, unless there is one. Some providers refuse requests without it, and not every runtime
 * adds it. The result is a plain object, so a custom `fetch` function can add headers.
 */
function withUserAgent(headers: Headers): Record<string, string> {
  return { 'user-agent': USER_AGENT, ...Object.fromEntries(headers) }
}

function receivedResponse(
  { status, statusText, headers: received }: Response,
  body: Uint8Array<ArrayBuffer>,
): Response {
  const headers = new Headers(received)
  // These headers describe the body before decompression.
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(status === 204 || status === 205 ? null : body, { status, statusText, headers })
}

/** The global `fetch` is looked up at each call, and called without `this`, as some runtimes require. */
export const platformFetch: Fetch = (url, init) => globalThis.fetch(url, init)

function allowedUrl(input: string): URL {
  const url = parseUrl(input)
  if (!url) throw new FetchError('url', 'The URL of a provider is not absolute.')
  if (url.username || url.password) {
    throw new FetchError('url', `The URL of ${url.host} must not contain a user name or password.`)
  }
  if (isProtected(url)) return url
  throw new FetchError(
    'url',
    `The URL of ${url.host || 'a provider'} must start with https:; http: is for loopback hosts only.`,
  )
}

/**
 * Creates `Headers`, or throws a `FetchError`. The platform's own error would quote the value of the header.
 */
function validHeaders(headers: HeadersInit | undefined, host: string): Headers {
  try {
    return new Headers(headers)
  } catch {
    throw new FetchError(
      'header',
      `A header of a request to ${host} is invalid. Remove line breaks, control characters and characters such as typographic quotation marks from keys and tokens.`,
    )
  }
}

function failure(error: unknown, host: string, signal: AbortSignal): FetchError {
  if (error instanceof FetchError) return error
  if (signal.reason instanceof FetchError) return signal.reason
  if (signal.aborted)
    return new FetchError('aborted', `The request to ${host} was cancelled.`, { cause: error })
  return new FetchError('network', `${host} could not be reached.`, { cause: error })
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return parts.length === 1 ? parts[0] : joinBytes(parts)
    size += value.byteLength
    if (size > maxBytes) return undefined
    parts.push(value as Uint8Array<ArrayBuffer>)
  }
}

export type FetchFailure = 'aborted' | 'header' | 'url' | 'network' | 'redirect' | 'timeout' | 'tooLarge'

/** The message contains only the host of the URL, because paths and queries may contain secrets. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly reason: FetchFailure

  constructor(reason: FetchFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
