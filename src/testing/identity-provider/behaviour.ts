import type { CryptoKey, JWK } from 'jose'

/** A request that the provider received. */
export interface ReceivedRequest {
  readonly url: URL
  readonly init: RequestInit
}

/** The protected header of a token that the provider signs. */
export interface SignedHeader {
  alg: string
  kid?: string
  [parameter: string]: unknown
}

/** The provider's responses; each part can be replaced to make it misbehave. */
export interface Behaviour {
  discovery(document: Record<string, unknown>): unknown
  keys(keys: JWK[]): readonly unknown[]
  claims(claims: Record<string, unknown>): Record<string, unknown>
  header(header: SignedHeader): SignedHeader
  signingKey: CryptoKey | undefined
  /** The claims of the ID token, as signed. */
  payload(json: string): string
  /** The ID token, after it was signed. */
  idToken(token: string): string
  token(response: Record<string, unknown>): unknown
  userinfo(claims: Record<string, unknown>): unknown
  /** Responds instead of the provider. */
  respond(request: ReceivedRequest): Response | undefined | Promise<Response | undefined>
  /** The parameters of the authorization response. */
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
