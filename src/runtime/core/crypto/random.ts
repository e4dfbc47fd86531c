import { encodeBase64url } from './base64url.js'

/**
 * Creates an unguessable token in base64url, with the runtime's cryptographic random generator.
 *
 * @param bytes - The number of random bytes. Default: 32, which results in 43 characters.
 */
export function randomToken(bytes = 32): string {
  return encodeBase64url(crypto.getRandomValues(new Uint8Array(bytes)))
}
