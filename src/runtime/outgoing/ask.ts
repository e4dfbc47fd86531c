import type { Fetch } from '../../providers/kinds/custom-fetch.js'
import type { Arrived } from './arrived.js'
import { FetchError } from './fetch-error.js'
import { isLoopback } from './loopback.js'
import { readAll } from './read-all.js'

export interface FetchLimits {
  /** The function that sends the request. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds until both headers and body must have arrived. Default: 10,000. */
  readonly timeout?: number
  /** The largest body, in bytes once decompressed. Default: 1,048,576. */
  readonly maxBytes?: number
}

/** Sends a request. It rejects with a `FetchError`. */
export type Ask = (address: string, init: RequestInit) => Promise<Arrived>

/**
 * The one way out: every request that Authwright sends goes through a function made here. It sends
 * nothing but HTTPS, or HTTP to a loopback host, follows no redirect, and resolves once the whole
 * answer has arrived.
 */
export function createAsk({ fetch = globalFetch, timeout = 10_000, maxBytes = 1_048_576 }: FetchLimits): Ask {
  return async (address, init) => {
    const { host, href } = allowedUrl(address)
    const deadline = new AbortController()
    const signal = init.signal ? AbortSignal.any([init.signal, deadline.signal]) : deadline.signal
    const timer = setTimeout(() => {
      deadline.abort(new FetchError('timeout', `${host} did not answer within ${timeout} ms.`))
    }, timeout)
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
    /** The connection is given up; how that ends concerns nobody. */
    const giveUp = (): void => void reader?.cancel().catch(() => undefined)

    const exchange = async (): Promise<Arrived> => {
      const response = await fetch(href, { ...init, redirect: 'manual', signal })
      const { status, statusText, headers, type } = response
      reader = response.body?.getReader()
      if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
        giveUp()
        throw new FetchError('redirect', `${host} answered with a redirect, and redirects are not followed.`)
      }
      // Whoever waited is gone, and a `fetch` that does not heed the signal has answered all the same.
      if (signal.aborted) giveUp()
      const isTooLarge = Number(headers.get('content-length')) > maxBytes
      const body = isTooLarge ? undefined : reader ? await readAll(reader, maxBytes) : new Uint8Array()
      if (body) return { status, statusText, headers, body }
      giveUp()
      throw new FetchError('tooLarge', `${host} answered with more than ${maxBytes} bytes.`)
    }

    try {
      return await new Promise<Arrived>((resolve, reject) => {
        // Also for a `fetch` that does not heed the signal; a body that is cut off looks complete.
        const abandon = (): void => {
          reject(signal.reason)
          giveUp()
        }
        if (signal.aborted) abandon()
        signal.addEventListener('abort', abandon, { once: true })
        exchange().then(resolve, reject)
      })
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

function failure(error: unknown, host: string, signal: AbortSignal): FetchError {
  if (error instanceof FetchError) return error
  if (signal.reason instanceof FetchError) return signal.reason
  if (signal.aborted)
    return new FetchError('aborted', `The request to ${host} was given up.`, { cause: error })
  return new FetchError('network', `${host} could not be reached.`, { cause: error })
}
