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

/** What a column of 191 characters holds, which is what Prisma makes of a string in MySQL. */
const MAX_USER_AGENT = 190

/** Control characters, which some databases refuse and a terminal obeys. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g

/**
 * What a session stores of the client, unless the option `session.storeDevice` is `false`. The IP address counts only where the configuration says how to find it: the address of a connection may be the one of a proxy, and a
 * header can come from any client.
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
    // A sign-in does not fail for want of an address.
    return undefined
  }
}
