import { sha256 } from '#sha256'
import type { Awaitable } from '../../model/awaitable.js'

export type TokenForm = (sessionToken: string) => Awaitable<string>

export function hashed(sessionToken: string): Awaitable<string> {
  return sha256(sessionToken)
}

/** The unchanged token, as the adapters of the Auth.js ecosystem store it. */
function plain(sessionToken: string): string {
  return sessionToken
}

/** How session tokens are stored: as SHA-256 hashes, or unchanged. */
export type TokenStorage = 'hashed' | 'plain'

/** How an adapter on tables of the application stores session tokens. */
export interface SessionTokenOptions<Tokens extends TokenStorage = TokenStorage> {
  /**
   * `'hashed'` stores SHA-256 hashes, so the table contains no usable session. `'plain'` stores the tokens unchanged,
   * like Auth.js adapters, so that signed-in users stay signed in when you migrate. With `'plain'`, sessions cannot be
   * listed or revoked. Default: `'hashed'`.
   */
  sessionTokens?: Tokens
}

export function tokenForm(storage: TokenStorage): TokenForm {
  return storage === 'hashed' ? hashed : plain
}
