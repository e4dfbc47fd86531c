import type { App } from '../lifetimes.js'
import { clientAddress } from '../limits/client-address.js'
import type { Device } from './session-strategy.js'

/** Maximum length, in characters. In MySQL, Prisma creates columns of 191 characters for strings. */
const MAX_USER_AGENT = 190

/** Control characters: some databases refuse them, and terminals interpret them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g

/**
 * Client metadata that is stored with a session, unless the option `session.storeDevice` is `false`. It
 * includes the IP address only if its source is configured. The IP address of the connection may belong to a
 * proxy, and a client can send any header.
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

/** The IP address of the client, if the option `clientAddress` or the environment sets its source. */
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
    // If the IP address cannot be determined, the sign-in continues without it.
    return undefined
  }
}
