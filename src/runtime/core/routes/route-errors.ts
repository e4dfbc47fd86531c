import { InvalidProvider, UnknownAction } from '../../../errors.js'
import { markClientError } from '../http/report.js'
import type { App } from '../lifetimes.js'

/** A callback used an HTTP method that its provider's flow does not use. */
export function wrongMethod(id: string): UnknownAction {
  return new UnknownAction(`The callback of the provider '${id}' does not accept this method.`)
}

/** Maximum length of an id in a message, in characters. A client can send one as long as a URL. */
const MAX_ID = 64

/** The error for an unknown provider id, or for a provider that does not support the request. */
export function unknownProvider(
  id: string | undefined,
  { providers }: Pick<App, 'providers'>,
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
