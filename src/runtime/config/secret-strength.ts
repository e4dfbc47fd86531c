/** Characters that a secret has at least. */
export const MIN_SECRET_LENGTH = 32

/**
 * Whether a secret can be guessed: it is short, or repeats few characters, of which a random one has more than ten. Nothing is refused for
 * it, because sessions that it has sealed would end: the runtime warns, and `authwright doctor` fails.
 */
export function isGuessable(secret: string): boolean {
  return secret.length < MIN_SECRET_LENGTH || new Set(secret).size < 10
}
