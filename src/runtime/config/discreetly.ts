import { asError } from '../base/as-error.js'
import { redacted } from './redacted.js'

/** Names of what nobody may read in a log: tokens of a provider, of a session or of a claim, and what somebody typed. */
const SECRET_NAME = /(?:password|passphrase|passcode|secret|token|otp)$|^(?:code|pin|session_state)$/i

/** The texts that stand under a name of a secret in any of these objects. */
export function secretsIn(...objects: readonly unknown[]): string[] {
  return objects.flatMap((object) =>
    Object.entries(Object(object)).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' && SECRET_NAME.test(name) ? [value] : [],
    ),
  )
}

/**
 * Calls a function of the application. What it throws is logged, so it is thrown on without the secrets that the function
 * was given.
 *
 * @param secrets - Asked for only where it throws.
 */
export async function discreetly<T>(call: () => T, secrets: () => readonly string[]): Promise<Awaited<T>> {
  try {
    return await call()
  } catch (error) {
    throw redacted(asError(error), secrets())
  }
}
