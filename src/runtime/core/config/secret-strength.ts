import { MissingSecret } from '../../../errors.js'
import type { Environment } from './environment.js'
import type { WarnOnce } from './logger.js'

/** Shorter secrets cause a warning. */
export const MIN_SECRET_LENGTH = 32

/** Shorter secrets are refused in production. */
export const MIN_PRODUCTION_SECRET_LENGTH = 16

/** A random secret in base64 or hexadecimal almost always has more. */
const MIN_DIFFERENT_CHARACTERS = 10

/**
 * Throws in production if a secret is too short, even if it is only used to open tokens. With one session
 * token, an attacker can test short secrets offline, and then forge session tokens.
 */
export function requireLongSecrets(
  secrets: readonly string[],
  { isProduction }: Pick<Environment, 'isProduction'>,
): void {
  const short = secrets.find(({ length }) => length < MIN_PRODUCTION_SECRET_LENGTH)
  if (!isProduction || short === undefined) return
  throw new MissingSecret(
    `A secret has fewer than ${MIN_PRODUCTION_SECRET_LENGTH} characters, and is refused in production. Create one with \`npx authwright secret\` or \`openssl rand -base64 33\`, and replace the short secret in AUTH_SECRET, or in the option that sets it.`,
  )
}

/**
 * Whether a secret is short or has few different characters. Such a secret only causes a warning: refusing it
 * would end all sessions that were sealed with it, and the secret may still be random.
 */
export function isWeak(secret: string): boolean {
  if (secret.length < MIN_SECRET_LENGTH) return true
  const characters = new Set<string>()
  for (const character of secret) {
    if (characters.add(character).size === MIN_DIFFERENT_CHARACTERS) return false
  }
  return true
}

export function warnOfSecrets(secrets: readonly string[], warn: WarnOnce): void {
  for (const { length } of secrets.filter(isWeak)) {
    const isShort = length < MIN_SECRET_LENGTH
    const problem = isShort ? `has fewer than ${MIN_SECRET_LENGTH} characters` : 'repeats few characters'
    warn(
      isShort ? 'short-secret' : 'repetitive-secret',
      `A secret ${problem}: an attacker with a session token may find it by guessing. Create a new one with \`openssl rand -base64 33\`, set it as AUTH_SECRET_NEXT beside AUTH_SECRET in all processes, then rename AUTH_SECRET_NEXT to AUTH_SECRET_1. Existing sessions stay valid. If an option sets the secret, set the option to [old, new] first, and then to [new, old].`,
    )
  }
}
