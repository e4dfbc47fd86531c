import { sha256 } from '#sha256'
import type { EmailProvider } from '../../../providers/kinds/email.js'

/**
 * What is stored of a token, the newest secret first: the SHA-256 of everything that its link is good for, with the secret.
 * So a token works at the origin that its mail named, and at the callback of its own provider.
 */
export function tokenHashes(
  token: string,
  { id, secret }: EmailProvider<string>,
  secrets: readonly string[],
  origin: string,
): Promise<string[]> {
  const known = secret === undefined ? secrets : [secret]
  return Promise.all(known.map(async (each) => sha256(JSON.stringify(['mail', origin, id, token, each]))))
}
