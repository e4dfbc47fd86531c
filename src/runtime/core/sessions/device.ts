import type { AuthOptions } from '../../../options/auth-options.js'
import type { App } from '../lifetimes.js'
import { clientAddress } from '../limits/client-address.js'
import type { Device } from './session-strategy.js'

interface AddressParts {
  /** The option `clientAddress`. */
  readonly option: AuthOptions['clientAddress']
  /** The header in which the proxy passes the IP address, if the environment names one. */
  readonly header: string | undefined
}

/** Fits into a column of 191 characters, which Prisma creates for a string in MySQL. */
const MAX_USER_AGENT = 190

/** Control characters: some databases refuse them, and terminals interpret them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g

/**
 * The metadata of the client that a session stores, unless the option `session.storeDevice` is `false`. It
 * includes the IP address only if its source is configured. The IP address of the connection may belong to a
 * proxy, and a client can send any header.
 */
export function deviceOf(request: Request, { spec, environment }: App): Device {
  if (spec.session.storeDevice === false) return {}
  const parts = { option: spec.options.clientAddress, header: environment.clientAddressHeader }
  const userAgent = (request.headers.get('user-agent') ?? '')
    .replace(CONTROL, ' ')
    .trim()
    .slice(0, MAX_USER_AGENT)
  const address = parts.option || parts.header ? addressOf(request, parts) : undefined
  return { ...(userAgent !== '' && { userAgent }), ...(address && { networkAddress: address }) }
}

function addressOf(request: Request, parts: AddressParts): string | undefined {
  try {
    return clientAddress({ ...parts, behindProxy: true })(request)
  } catch {
    // A sign-in does not fail because the IP address is missing.
    return undefined
  }
}
