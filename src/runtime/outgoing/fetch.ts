import type { Fetch } from '../../providers/kinds/custom-fetch.js'
import { FetchError } from './fetch-error.js'
import { isLoopback } from './loopback.js'
import { readLimited } from './read-limited.js'

export interface FetchLimits {
  /** The function that sends the request. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds until both headers and body must have arrived. Default: 10,000. */
  readonly timeout?: number
  /** The largest body, in bytes once decompressed. Default: 1,048,576. */
  readonly maxBytes?: number
}

/**
 * The one way out: every request that Authwright sends goes through a function made here. It sends
 * nothing but HTTPS, or HTTP to a loopback host, follows no redirect, and returns a response whose
 * body has already arrived, so reading it neither waits nor fails.
 *
 * The returned function rejects with a `FetchError`.
 */
export function createFetch({
  fetch = globalFetch,
  timeout = 10_000,
  maxBytes = 1_048_576,
}: FetchLimits): Fetch {
  return async (address, init) => {
    const { host, href } = allowedUrl(address)
    const deadline = new AbortController()
    const timer = setTimeout(() => {
      deadline.abort(new FetchError('timeout', `${host} did not answer within ${timeout} ms.`))
    }, timeout)
    const signal = init.signal ? AbortSignal.any([init.signal, deadline.signal]) : deadline.signal
    try {
      const exchange = async (): Promise<Response> => {
        const response = await fetch(href, { ...init, redirect: 'manual', signal })
        return buffered(response, host, maxBytes, signal)
      }
      return await Promise.race([exchange(), rejection(signal)])
    } catch (error) {
      throw failure(error, host, signal)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Whether nobody on the way can read or change what is sent to an address: HTTPS, or a loopback host. */
export function isProtected({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** Looked up at each call, and called without a receiver, as some runtimes demand. */
const globalFetch: Fetch = (url, init) => globalThis.fetch(url, init)

function allowedUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url) throw new FetchError('address', 'The address of a provider is not an absolute URL.')
  if (url.username || url.password) {
    throw new FetchError('address', `The address of ${url.host} must not hold a user name or password.`)
  }
  if (isProtected(url)) return url
  throw new FetchError(
    'address',
    `The address of ${url.host || 'a provider'} must start with https:; http: is for loopback hosts only.`,
  )
}

/** A copy of a response whose body has arrived. */
async function buffered(
  response: Response,
  host: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Response> {
  const { status, statusText, type } = response
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    await response.body?.cancel()
    throw new FetchError('redirect', `${host} answered with a redirect, and redirects are not followed.`)
  }
  const body = await readLimited(response, maxBytes, signal)
  if (!body) throw new FetchError('tooLarge', `${host} answered with more than ${maxBytes} bytes.`)
  const headers = new Headers(response.headers)
  // They describe the body as it travelled, not the one that is handed on.
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(status === 204 || status === 205 ? null : body, { status, statusText, headers })
}

/** Rejects when the signal fires, for a `fetch` that does not heed it. */
function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function failure(error: unknown, host: string, signal: AbortSignal): FetchError {
  if (error instanceof FetchError) return error
  if (signal.reason instanceof FetchError) return signal.reason
  if (signal.aborted)
    return new FetchError('aborted', `The request to ${host} was given up.`, { cause: error })
  return new FetchError('network', `${host} could not be reached.`, { cause: error })
}
