/** The scope if neither the configuration nor the application sets a scope. */
export const DEFAULT_SCOPE = 'openid profile email'

/** Parameters of the authorization request that users may set: they only change what the provider shows. */
const USER_PARAMS = ['display', 'login_hint', 'prompt', 'ui_locales'] as const

/** Parameters that neither users nor `signIn` calls may set. */
const RESERVED: ReadonlySet<string> = new Set([
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'nonce',
  'redirect_uri',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'state',
])

/**
 * The parameters of an authorization request that users may set, as sent by the browser. Others are ignored.
 *
 * @param read - Returns the value of a parameter that the browser sent.
 * @see https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
 */
export function userParams(read: (name: string) => string | undefined): URLSearchParams {
  const params = new URLSearchParams()
  for (const name of USER_PARAMS) {
    const value = read(name)
    if (value !== undefined) params.set(name, value)
  }
  return params
}

/**
 * Sets parameters of the user or of a `signIn` call in an authorization request. Reserved parameters are
 * ignored. If the request already has values for a name, all of them are replaced.
 */
export function addParams(request: URLSearchParams, params: URLSearchParams): void {
  const allowed = [...params].filter(([name]) => !RESERVED.has(name))
  for (const [name] of allowed) request.delete(name)
  for (const [name, value] of allowed) request.append(name, value)
}
