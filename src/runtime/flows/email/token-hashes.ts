import { sha256 } from '#sha256'
import type { EmailProvider } from '../../../providers/kinds/email.js'

/**
 * What is stored of a token, the newest secret first: the SHA-256 of token and secret, as Auth.js stores it, so that a
 * link of either is known to the other where both have one secret.
 */
export function tokenHashes(
  token: string,
  { secret }: EmailProvider<string>,
  secrets: readonly string[],
): Promise<string[]> {
  const known = secret === undefined ? secrets : [secret]
  return Promise.all(known.map(async (each) => sha256(token + each)))
}
