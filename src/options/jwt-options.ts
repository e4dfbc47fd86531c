import type { StandardSchemaV1 } from '@standard-schema/spec'

/** How session tokens are made with strategy `'jwt'`. */
export interface JwtOptions {
  /** What a session token must hold; a stored token that does not match is not a session. */
  claims?: StandardSchemaV1
}
