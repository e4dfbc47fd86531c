import { InvalidProvider } from '../../errors.js'
import { markClientError } from '../http/report.js'
import type { RouteCapabilities } from './route-context.js'

/** Longest id that is repeated, in characters: a visitor can make one as long as an address may be. */
const MAX_ID = 64

/** What the log is told where no provider has the id that was asked for, or none that can do what was asked for. */
export function unknownProvider(
  id: string | undefined,
  { providers }: Pick<RouteCapabilities, 'providers'>,
  kind: 'provider' | 'WebAuthn provider' = 'provider',
): InvalidProvider {
  const known = [...providers.keys()].map((known) => `'${known}'`).join(', ')
  const asked = String(id)
  const shown = asked.length > MAX_ID ? `${asked.slice(0, MAX_ID)}…` : asked
  return markClientError(
    new InvalidProvider(`There is no ${kind} '${shown}': the configuration has ${known}.`, {
      cause: { provider: shown },
    }),
  )
}
