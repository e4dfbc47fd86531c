import type { Awaitable } from '../model/awaitable.js'
import type { JWTDecodeParams } from '../model/session.js'
import { type GetTokenParams as CoreGetTokenParams, getToken as read } from '../runtime/jwt/get-token.js'
import type { JWT } from './models.js'

/** Parameters of `getToken`. */
export interface GetTokenParams<Raw extends boolean = false>
  extends Omit<CoreGetTokenParams<JWT>, 'raw' | 'decode' | 'compat' | 'secret'> {
  /** The secret, or several secrets. Default: `AUTH_SECRET`. */
  secret?: string | readonly string[] | undefined
  /** Whether to return the sealed token instead of its claims. Default: `false`. */
  raw?: Raw
  /** The configuration's `jwt.decode`. */
  decode?: (params: JWTDecodeParams) => Awaitable<JWT | null>
}

/**
 * Returns the claims of the session token in a request, from the session cookie of Auth.js by default. The function reads no database, so a
 * revoked session may still be returned.
 *
 * @throws MissingSecret if the request has a token, but there is no secret.
 *
 * @example
 * ```ts
 * import { getToken } from 'authwright/compat/jwt'
 *
 * export async function subjectOf(req: Request): Promise<string | undefined> {
 *   return (await getToken({ req }))?.sub
 * }
 * ```
 *
 * @see https://authjs.dev/reference/core/jwt
 */
export async function getToken<Raw extends boolean = false>({
  secret,
  ...params
}: GetTokenParams<Raw>): Promise<(Raw extends true ? string : JWT) | null> {
  const coreParams = { ...params, ...(secret !== undefined && { secret }), compat: 'authjs' as const }
  return (await read<JWT>(coreParams as CoreGetTokenParams<JWT> & { raw?: false })) as never
}

export type {} from '../index.js'
export type { Awaitable } from '../model/awaitable.js'
export type { DefaultJWT, JWTDecodeParams, JWTEncodeParams } from '../model/session.js'
export type { JwtOptions as JWTOptions } from '../options/session-options.js'
export { decode, encode } from '../runtime/jwt/tokens.js'
export type {
  Account,
  AdapterAccountType,
  AdapterUser,
  DefaultUser,
  ISODateString,
  JWT,
  SessionStrategy,
} from './models.js'
