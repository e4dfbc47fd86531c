import { sha256 } from '#sha256'
import type { Awaitable } from '../../model/awaitable.js'

/** How session tokens are stored. The stored form is what the adapter returns; a hash cannot be turned back into the token. */
export type TokenForm = (sessionToken: string) => Awaitable<string>

/** The SHA-256 of the token in hexadecimal. It cannot be used as a cookie. */
export function hashed(sessionToken: string): Awaitable<string> {
  return sha256(sessionToken)
}

/** The unchanged token, as the adapters of the Auth.js ecosystem store it. */
function plain(sessionToken: string): string {
  return sessionToken
}

/** How session tokens are stored: as SHA-256 hashes, or as they are. */
export type TokenStorage = 'hashed' | 'plain'

/** How an adapter on tables of the application stores session tokens. */
export interface SessionTokenOptions<Tokens extends TokenStorage = TokenStorage> {
  /**
   * `'hashed'`: as SHA-256 hashes, so that the table holds no usable session. `'plain'`: as they are, as the adapters of
   * the Auth.js ecosystem store them, so that signed-in users stay signed in when you migrate. What lists and revokes
   * sessions without their tokens needs hashes, and is then not there. Default: `'hashed'`.
   */
  sessionTokens?: Tokens
}

/** The form that the option requests. */
export function tokenForm(storage: TokenStorage): TokenForm {
  return storage === 'hashed' ? hashed : plain
}
