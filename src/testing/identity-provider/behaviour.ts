import type { CryptoKey, JWK } from 'jose'

/** A request that the provider received. */
export interface ReceivedRequest {
  /** The URL that was requested, with its query. */
  readonly url: URL
  /** The method, the headers and the body, as passed to `fetch`. */
  readonly init: RequestInit
}

/** The protected header of a token that the provider signs. */
export interface SignedHeader {
  /** The signing algorithm of the first key, such as `ES256`. */
  alg: string
  /** The id of the first key in the JWKS. Absent if the key has no id. */
  kid?: string
  /** Any other header parameter, such as `crit`. Added by the test. */
  [parameter: string]: unknown
}

/** Functions that change the provider's responses. A test replaces them to make the provider misbehave. */
export interface Behaviour {
  /** The discovery document, sent as JSON. */
  discovery(document: Record<string, unknown>): unknown
  /** The keys of the JWKS. Return fewer or different keys to test key rotation and unknown keys. */
  keys(keys: JWK[]): readonly unknown[]
  /** The claims of the ID token, before they are converted to JSON. */
  claims(claims: Record<string, unknown>): Record<string, unknown>
  /** The protected header of the ID token, before it is signed. */
  header(header: SignedHeader): SignedHeader
  /**
   * The private key that signs all tokens. It need not belong to a published key. Default: `undefined`, the
   * first key.
   */
  signingKey: CryptoKey | undefined
  /** Changes the JSON of the claims before it is signed. */
  payload(json: string): string
  /** Changes the signed ID token. */
  idToken(token: string): string
  /** The token response, sent as JSON. */
  token(response: Record<string, unknown>): unknown
  /** The UserInfo response, sent as JSON. Default: the claims of the user. */
  userinfo(claims: Record<string, unknown>): unknown
  /** Responds to a request instead of the provider. `undefined` lets the provider respond. */
  respond(request: ReceivedRequest): Response | undefined | Promise<Response | undefined>
  /** Changes the parameters of the authorization response. */
  callback(params: URLSearchParams): URLSearchParams
}

/** The behaviour of a provider without mistakes. */
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
