import type { AuthOptions } from '../../options/auth-options.js'
import { clientAddress } from '../limits/client-address.js'

/** What a session stores of the client that signed in. */
export interface Device {
  readonly userAgent?: string
  readonly networkAddress?: string
}

/** Returns what is stored of the client of a request. */
export type DeviceOf = (request: Request) => Promise<Device>

export interface DeviceParts {
  /** The option `clientAddress`. */
  readonly option: AuthOptions['clientAddress']
  /** The header in which the proxy passes the address, where the environment names one. */
  readonly header: string | undefined
}

/** What a column of 191 characters holds, which is what Prisma makes of a string in MySQL. */
const MAX_USER_AGENT = 190

/** Control characters, which some databases refuse and a terminal obeys. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g

/**
 * The address counts only where the configuration says how to find it: the address of a connection may be the one of a proxy, and a
 * header can come from any client.
 */
export function deviceOf(request: Request, { option, header }: DeviceParts): Device {
  const userAgent = (request.headers.get('user-agent') ?? '')
    .replace(CONTROL, ' ')
    .trim()
    .slice(0, MAX_USER_AGENT)
  const address = option || header ? addressOf(request, { option, header }) : undefined
  return { ...(userAgent !== '' && { userAgent }), ...(address && { networkAddress: address }) }
}

function addressOf(request: Request, parts: DeviceParts): string | undefined {
  try {
    return clientAddress({ ...parts, behindProxy: true })(request)
  } catch {
    // A sign-in does not fail for want of an address.
    return undefined
  }
}
