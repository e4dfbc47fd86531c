import { describe } from '../config/logger.js'
import { type Incoming, peerAddress } from '../http/incoming.js'
import { isLocal } from '../http/origin.js'
import { isLoopback } from '../http/private-hosts.js'
import { isReference, referenceOf } from '../http/report.js'

/** What the log said of the last failures, for the error page of a developer. */
export interface FailureMemory {
  /** Whether `NODE_ENV` is `development`: a server without the variable may be in production. */
  readonly isDevelopment: () => boolean
  /** By reference, the oldest first. One process has one, also where a configuration is made for each request. */
  readonly failures: Map<string, string>
}

/** Failures that are remembered. */
const MAX_FAILURES = 20

/** Remembers, in development, what the log says of an error. */
export function rememberFailure(error: Error, { failures, isDevelopment }: FailureMemory): void {
  const reference = referenceOf(error)
  if (reference === undefined || !isDevelopment()) return
  failures.delete(reference)
  const [oldest] = failures.size < MAX_FAILURES ? [] : failures.keys()
  if (oldest !== undefined) failures.delete(oldest)
  failures.set(reference, describe(error))
}

/** What a page says of a failure: its reference, and what the log says where a developer sees the page. */
export interface FailureDetails {
  readonly reference?: string
  readonly details?: string | undefined
}

/** The failure of a reference, as a client sends it. */
export function failureOf(
  reference: string | undefined,
  { failures, isDevelopment }: FailureMemory,
  incoming: Pick<Incoming, 'headers' | 'request' | 'url'>,
): FailureDetails {
  if (!isReference(reference)) return {}
  const details = isDevelopersPage({ isDevelopment }, incoming) ? failures.get(reference) : undefined
  return { reference, details }
}

/** Whether a page is shown to the developer of the application, in development. */
export function isDevelopersPage(
  { isDevelopment }: Pick<FailureMemory, 'isDevelopment'>,
  incoming: Pick<Incoming, 'headers' | 'request' | 'url'>,
): boolean {
  return isDevelopment() && isDevelopers(incoming)
}

/**
 * Whether the browser is on the machine of the server. The addresses must say so that the client named, and the address that it has, as far as
 * the server or a proxy notes it: a client on the network can name `localhost`, too.
 */
function isDevelopers(incoming: Pick<Incoming, 'headers' | 'request' | 'url'>): boolean {
  const { url, headers } = incoming
  // As a method: the request of a Node.js server is an object that makes it when it is needed.
  const peer = peerAddress(incoming.request())
  const forwarded = headers.get('x-forwarded-for')?.split(',') ?? []
  const addresses = [...forwarded, ...(peer === undefined ? [] : [peer])]
  return isLocal(new URL(url), headers) && !headers.has('forwarded') && addresses.every(isLocalAddress)
}

function isLocalAddress(address: string): boolean {
  const plain = address.trim().replace(/^::ffff:/i, '')
  return isLoopback(plain.includes(':') ? `[${plain.replace(/^\[|\]$/g, '')}]` : plain)
}
