/** Parameters that users may choose: they change what the provider shows. */
const USER_PARAMS = ['display', 'login_hint', 'prompt', 'ui_locales'] as const

/** Parameters that neither users nor applications may choose. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['client_id', 'client_secret', 'code_challenge', 'code_challenge_method', 'nonce', 'redirect_uri'],
  ...['request', 'request_uri', 'response_mode', 'response_type', 'state'],
])

/**
 * The parameters of an authorization request that a user chose. Others that a user agent sends are ignored.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
 */
export function userParams(sent: (name: string) => string | undefined): URLSearchParams {
  const params = new URLSearchParams()
  for (const name of USER_PARAMS) {
    const value = sent(name)
    if (value !== undefined) params.set(name, value)
  }
  return params
}

/** Adds the parameters that users and the application chose. */
export function addParams(request: URLSearchParams, params: URLSearchParams): void {
  const chosen = [...params].filter(([name]) => !RESERVED.has(name))
  for (const [name] of chosen) request.delete(name)
  for (const [name, value] of chosen) request.append(name, value)
}

/**
 * The parameters that `signIn` was given for an authorization endpoint, as a query: a member that is `undefined` is left out, which a bare
 * `URLSearchParams` would send as the word.
 */
export function authorizationQuery(params: string | object | undefined): URLSearchParams {
  if (typeof params !== 'object' || Symbol.iterator in params) {
    return new URLSearchParams(params as string | URLSearchParams | undefined)
  }
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
}
