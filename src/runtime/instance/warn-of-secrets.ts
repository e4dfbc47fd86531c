import type { WarnOnce } from './warn-once.js'

/** The fewest characters of a secret that nobody guesses, if they are random. */
const ENOUGH = 32

/** Warns of secrets that can be guessed: whoever has a token can try one after another on it, without asking the server. */
export function warnOfSecrets(secrets: readonly string[], warn: WarnOnce): void {
  if (secrets.every(({ length }) => length >= ENOUGH)) return
  warn(
    'short-secret',
    `A secret has fewer than ${ENOUGH} characters: whoever has a session can find it by trying. Make a new one with \`openssl rand -base64 33\`; as AUTH_SECRET_1, beside the old AUTH_SECRET, it signs nobody out.`,
  )
}
