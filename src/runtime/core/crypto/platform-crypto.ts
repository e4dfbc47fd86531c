import type { Awaitable } from '../../../model/awaitable.js'

/** How the content of a token is encrypted. @see https://www.rfc-editor.org/rfc/rfc7518.html#section-5.1 */
export type ContentEncryption = 'A256GCM' | 'A256CBC-HS512'

/** A content encryption with its key. Texts are canonical base64url, but for the plaintext. */
export interface ContentCipher {
  /**
   * Encrypts a string, and authenticates it together with a header.
   *
   * @returns Initialization vector, ciphertext and authentication tag, with dots between them.
   */
  encrypt(header: string, plaintext: string): Awaitable<string>
  /** The text, or `undefined` when it was not encrypted with this key and header. */
  decrypt(header: string, iv: string, ciphertext: string, tag: string): Awaitable<string | undefined>
}

/** HMAC-SHA-256 with its key. Texts are taken as UTF-8; tags are in base64url. */
export interface HmacSha256 {
  sign(text: string): Awaitable<string>
  /** Compares in constant time. */
  verify(text: string, tag: string): Awaitable<boolean>
}
