export type { Awaitable } from './model/awaitable.js'
export type { DefaultJWT, JWT, JWTDecodeParams, JWTEncodeParams } from './model/session.js'
export { type GetTokenParams, getToken, type RequestWithHeaders } from './runtime/jwt/get-token.js'
export { decode, encode } from './runtime/jwt/tokens.js'
