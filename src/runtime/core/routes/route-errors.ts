import { InvalidProvider, UnknownAction } from '../../../errors.js'
import { markClientError } from '../http/report.js'
import type { App } from '../lifetimes.js'

/** A callback was called in a way that its provider's flow does not use. */
export function wrongMethod(id: string): UnknownAction {
  return new UnknownAction(`The callback of the provider '${id}' does not accept this method.`)
}

/** Longest id that is repeated, in characters: a client can send one as long as a URL may be. */
const MAX_ID = 64

/** The error for the id of no provider, or of one that does not support the request. */
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
