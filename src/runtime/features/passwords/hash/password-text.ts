/** In UTF-8. */
export const MAX_PASSWORD_BYTES = 4096

const encoder = new TextEncoder()

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text)
}

export function isTooLong(password: string): boolean {
  return password.length > MAX_PASSWORD_BYTES || utf8(password).length > MAX_PASSWORD_BYTES
}

/**
 * Returns one encoding of a password. Keyboards and systems encode the same character differently.
 *
 * @see https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver
 */
export function normalized(password: string): string {
  return password.normalize('NFKC')
}
