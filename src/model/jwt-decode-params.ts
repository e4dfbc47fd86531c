/** What a session token is read with. */
export interface JWTDecodeParams {
  token?: string | undefined
  /** With several, each opens what was encrypted with it. */
  secret: string | readonly string[]
  /** What the token was made for: the name of its cookie. */
  salt: string
}
