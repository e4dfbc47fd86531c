import { clientAddress } from '../limits/client-address.js'
import type { App } from '../object-lifetimes.js'
import type { Device } from './session-strategy.js'

/** In MySQL, Prisma creates columns of 191 characters for strings. */
const MAX_USER_AGENT = 190

/** Control characters, which some databases refuse and terminals interpret. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g

/**
 * Returns the user agent and the IP address of a request. Includes the IP address only if its source is
 * configured. The IP address of the connection may belong to a proxy, and clients can forge headers.
 */
export function deviceOf(request: Request, { spec, environment }: App): Device {
  if (spec.session.storeDevice === false) return {}
  const userAgent = (request.headers.get('user-agent') ?? '')
    .replace(CONTROL, ' ')
    .trim()
    .slice(0, MAX_USER_AGENT)
  const networkAddress = configuredAddress(request, { spec, environment })
  return { ...(userAgent !== '' && { userAgent }), ...(networkAddress && { networkAddress }) }
}

function configuredAddress(
  request: Request,
  { spec, environment }: Pick<App, 'spec' | 'environment'>,
): string | undefined {
  const { clientAddress: option } = spec.options
  const { clientAddressHeader: header } = environment
  if (!option && !header) return undefined
  try {
    return clientAddress({ option, header, behindProxy: true })(request)
  } catch {
    return undefined
  }
}
