import { nodeCrypto } from './node-crypto.js'

/** The SHA-256 digest of a string's UTF-8 bytes, in lower-case hexadecimal. */
export function sha256(text: string): string {
  return nodeCrypto().createHash('sha256').update(text, 'utf8').digest('hex')
}
