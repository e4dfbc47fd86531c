import { isLoopback } from '../../../model/protected-url.js'
import { setNewest } from '../base/set-newest.js'
import { describe } from '../config/logger.js'
import { isReference, referenceOf } from '../http/error-report.js'
import { type Incoming, peerAddress } from '../http/incoming.js'
import { isLocal } from '../http/trusted-hosts.js'

export interface FailureMemory {
  /** Whether `NODE_ENV` is `development`. A server without this variable may be in production. */
  readonly isDevelopment: () => boolean
  /** Log messages by reference. */
  readonly failures: Map<string, string>
}

const MAX_FAILURES = 20

export function rememberFailure(error: Error, { failures, isDevelopment }: FailureMemory): void {
  const reference = referenceOf(error)
  if (reference === undefined || !isDevelopment()) return
  setNewest(failures, MAX_FAILURES, reference, describe(error))
}

export interface FailureDetails {
  readonly reference?: string
  readonly details?: string | undefined
}

export function failureOf(
  reference: string | undefined,
  { failures, isDevelopment }: FailureMemory,
  incoming: Pick<Incoming, 'headers' | 'request' | 'url'>,
): FailureDetails {
  if (!isReference(reference)) return {}
  const details = isDevelopersPage({ isDevelopment }, incoming) ? failures.get(reference) : undefined
  return { reference, details }
}

export function isDevelopersPage(
  { isDevelopment }: Pick<FailureMemory, 'isDevelopment'>,
  incoming: Pick<Incoming, 'headers' | 'request' | 'url'>,
): boolean {
  return isDevelopment() && isFromThisMachine(incoming)
}

/**
 * Whether the request comes from this machine. The host alone proves nothing: a client on the network can
 * also send `localhost`.
 */
function isFromThisMachine(incoming: Pick<Incoming, 'headers' | 'request' | 'url'>): boolean {
  const { url, headers } = incoming
  // Not destructured, because `request` needs its `this` on Node.js.
  const peer = peerAddress(incoming.request())
  const forwarded = headers.get('x-forwarded-for')?.split(',') ?? []
  const ipAddresses = [...forwarded, ...(peer === undefined ? [] : [peer])]
  return isLocal(new URL(url), headers) && !headers.has('forwarded') && ipAddresses.every(isLocalAddress)
}

function isLocalAddress(ipAddress: string): boolean {
  const plain = ipAddress.trim().replace(/^::ffff:/i, '')
  return isLoopback(plain.includes(':') ? `[${plain.replace(/^\[|\]$/g, '')}]` : plain)
}
