import type { Awaitable } from '../../../model/awaitable.js'

/** @see https://www.rfc-editor.org/rfc/rfc7518.html#section-5.1 */
export type ContentEncryption = 'A256GCM' | 'A256CBC-HS512'

/** All strings except the plaintext are canonical base64url. */
export interface ContentCipher {
  /**
   * Encrypts a string, and authenticates it together with a header.
   *
   * @returns Initialization vector, ciphertext and authentication tag, separated by dots.
   */
  encrypt(header: string, plaintext: string): Awaitable<string>
  /**
   * Decrypts a ciphertext. Returns `undefined` if it was altered, or not encrypted with this key and header.
   */
  decrypt(header: string, iv: string, ciphertext: string, tag: string): Awaitable<string | undefined>
}

/** Strings are encoded as UTF-8, and tags as base64url. */
export interface HmacSha256 {
  sign(text: string): Awaitable<string>
  /** Compares in constant time. */
  verify(text: string, tag: string): Awaitable<boolean>
}
