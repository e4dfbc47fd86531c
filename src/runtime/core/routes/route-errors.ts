import { type ErrorType, InvalidProvider, UnknownAction } from '../../../errors.js'
import { markClientError } from '../http/error-report.js'
import type { App } from '../object-lifetimes.js'

/** The only error with status 405. */
export class WrongMethod extends UnknownAction {
  static override readonly type: ErrorType = 'UnknownAction'
  readonly allow: readonly string[]

  constructor(providerId: string, allow: readonly string[]) {
    super(`The callback of the provider '${providerId}' does not accept this method.`)
    this.allow = allow
  }
}

/** A client can send an id as long as a URL. */
const MAX_ID_CHARACTERS = 64

export function unknownProvider(
  id: string | undefined,
  { providers }: Pick<App, 'providers'>,
  kind: 'provider' | 'WebAuthn provider' = 'provider',
): InvalidProvider {
  const configured = [...providers.keys()].map((each) => `'${each}'`).join(', ')
  const requested = String(id)
  const isLong = requested.length > MAX_ID_CHARACTERS
  const shown = isLong ? `${requested.slice(0, MAX_ID_CHARACTERS)}…` : requested
  return markClientError(
    new InvalidProvider(`There is no ${kind} '${shown}': the configuration has ${configured}.`, {
      cause: { provider: shown },
    }),
  )
}
