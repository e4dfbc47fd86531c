import type { CryptoKey, JWK } from 'jose'

/** A request that the provider received. */
export interface ReceivedRequest {
  /** The requested URL. */
  readonly url: URL
  /** The argument of `fetch`. */
  readonly init: RequestInit
}

/** The protected header of a token that the provider signs. */
export interface SignedHeader {
  /** The signing algorithm of the first key, such as `ES256`. */
  alg: string
  /** The id of the first key in the JWKS. Absent if the key has no id. */
  kid?: string
  /** Any other header parameter, such as `crit`. */
  [parameter: string]: unknown
}

/** Functions that change the provider's responses. */
export interface Behaviour {
  /** The discovery document, sent as JSON. */
  discovery(document: Record<string, unknown>): unknown
  /** The keys of the JWKS. */
  keys(keys: JWK[]): readonly unknown[]
  /** The claims of the ID token, before they are converted to JSON. */
  claims(claims: Record<string, unknown>): Record<string, unknown>
  /** The protected header of the ID token, before it is signed. */
  header(header: SignedHeader): SignedHeader
  /** The private key that signs all tokens. Default: the first key. */
  signingKey: CryptoKey | undefined
  /** Changes the JSON of the claims before it is signed. */
  payload(json: string): string
  /** Changes the signed ID token. */
  idToken(token: string): string
  /** The token response, sent as JSON. */
  token(response: Record<string, unknown>): unknown
  /** The UserInfo response, sent as JSON. */
  userinfo(claims: Record<string, unknown>): unknown
  /** Responds to a request instead of the provider. `undefined` lets the provider respond. */
  respond(request: ReceivedRequest): Response | undefined | Promise<Response | undefined>
  /** Changes the parameters of the authorization response. */
  callback(params: URLSearchParams): URLSearchParams
}

export const wellBehaved: Behaviour = {
  discovery: (document) => document,
  keys: (keys) => keys,
  claims: (claims) => claims,
  header: (header) => header,
  signingKey: undefined,
  payload: (json) => json,
  idToken: (token) => token,
  token: (response) => response,
  userinfo: (claims) => claims,
  respond: () => undefined,
  callback: (params) => params,
}
