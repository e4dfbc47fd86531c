import { MissingSecret } from '../../errors.js'

/** A copy of the secrets, of which there must be one at least, and no empty one. */
export function requireSecrets(secrets: readonly string[]): readonly [string, ...string[]] {
  const [first, ...older] = secrets
  if (first !== undefined && !secrets.includes('')) return [first, ...older]
  throw new MissingSecret(
    'There is no `secret`, or an empty one. Set the environment variable AUTH_SECRET, or `secret` in .options(), to at least 32 random characters.',
  )
}
