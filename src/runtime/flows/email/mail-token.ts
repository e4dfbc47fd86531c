import { sha256 } from '#sha256'
import type { EmailProvider } from '../../../providers/kinds/email.js'

/** Seconds for which the link and the code of a mail are valid. */
export function maxAgeOf({ maxAge }: EmailProvider<string>): number {
  return maxAge ?? 3_600
}

/** 32 random bytes in lower-case hexadecimal, as the tokens of Auth.js: letters that no mail program takes for its own. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The first number that would make some codes likelier than others. */
const LIMIT = 2 ** 32 - (2 ** 32 % 1_000_000)

/** A code of six digits, each as likely as any other. */
export function sixDigits(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return number < LIMIT ? String(number % 1_000_000).padStart(6, '0') : sixDigits()
}

/**
 * What is stored of a token, the newest secret first: the SHA-256 of everything that its link is good for, with the secret.
 * So a token works at the origin that its mail named, and at its provider's callback.
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
