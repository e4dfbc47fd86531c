import type { Awaitable } from '../../model/awaitable.js'

/** HMAC-SHA-256 with its key. Texts are taken as UTF-8; tags are in base64url. */
export interface HmacSha256 {
  sign(text: string): Awaitable<string>
  /** Compares in constant time. */
  verify(text: string, tag: string): Awaitable<boolean>
}
