import { setNewest } from '../base/set-newest.js'
import { describe } from '../config/logger.js'
import { type Incoming, peerAddress } from '../http/incoming.js'
import { isLoopback } from '../http/loopback.js'
import { isLocal } from '../http/origin.js'
import { isReference, referenceOf } from '../http/report.js'

/** Log messages of recent failures, for the error page of a developer. */
export interface FailureMemory {
  /** Whether `NODE_ENV` is `development`. A server without the variable may be in production. */
  readonly isDevelopment: () => boolean
  /** Messages by reference, oldest first. All configurations of a process share them. */
  readonly failures: Map<string, string>
}

/** Maximum number of failures that are remembered. */
const MAX_FAILURES = 20

/** Stores the log message of an error, in development only. */
export function rememberFailure(error: Error, { failures, isDevelopment }: FailureMemory): void {
  const reference = referenceOf(error)
  if (reference === undefined || !isDevelopment()) return
  setNewest(failures, MAX_FAILURES, reference, describe(error))
}

/** Details of a failure on a page: its reference, and for a developer also the log message. */
export interface FailureDetails {
  readonly reference?: string
  readonly details?: string | undefined
}

/** The details of a failure, found by the reference that a client sent. */
export function failureOf(
  reference: string | undefined,
  { failures, isDevelopment }: FailureMemory,
  incoming: Pick<Incoming, 'headers' | 'request' | 'url'>,
): FailureDetails {
  if (!isReference(reference)) return {}
  const details = isDevelopersPage({ isDevelopment }, incoming) ? failures.get(reference) : undefined
  return { reference, details }
}

/** Whether the page is for the developer of the application: in development, on the same machine. */
export function isDevelopersPage(
  { isDevelopment }: Pick<FailureMemory, 'isDevelopment'>,
  incoming: Pick<Incoming, 'headers' | 'request' | 'url'>,
): boolean {
  return isDevelopment() && isFromThisMachine(incoming)
}

/**
 * Whether the browser runs on the same machine as the server. The requested host must be local. All
 * IP addresses that the server and proxies have recorded must be local, too. The host alone is not
 * sufficient, because a client on the network can also send `localhost`.
 */
function isFromThisMachine(incoming: Pick<Incoming, 'headers' | 'request' | 'url'>): boolean {
  const { url, headers } = incoming
  // `request` is not destructured, because on Node.js it needs its `this`.
  const peer = peerAddress(incoming.request())
  const forwarded = headers.get('x-forwarded-for')?.split(',') ?? []
  const ipAddresses = [...forwarded, ...(peer === undefined ? [] : [peer])]
  return isLocal(new URL(url), headers) && !headers.has('forwarded') && ipAddresses.every(isLocalAddress)
}

function isLocalAddress(ipAddress: string): boolean {
  const plain = ipAddress.trim().replace(/^::ffff:/i, '')
  return isLoopback(plain.includes(':') ? `[${plain.replace(/^\[|\]$/g, '')}]` : plain)
}
