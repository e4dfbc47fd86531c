/** The minimum length of a secret, in characters. */
export const MIN_SECRET_LENGTH = 32

/**
 * Whether a secret can be guessed: it is short, or has fewer than ten different characters, as no random one does. Such a secret is
 * accepted, because the sessions that it has sealed would end: the runtime warns, and `authwright doctor` fails.
 */
export function isGuessable(secret: string): boolean {
  return secret.length < MIN_SECRET_LENGTH || new Set(secret).size < 10
}
