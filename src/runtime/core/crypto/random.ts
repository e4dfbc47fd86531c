import { encodeBase64url } from './base64url.js'

/** Returns random bytes in base64url: 43 characters for 32 bytes. */
export function randomToken(bytes = 32): string {
  return encodeBase64url(crypto.getRandomValues(new Uint8Array(bytes)))
}
