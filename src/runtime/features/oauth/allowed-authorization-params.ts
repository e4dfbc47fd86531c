const USER_PARAMS = ['display', 'login_hint', 'prompt', 'ui_locales'] as const

/** Neither users nor `signIn` calls may set these parameters. */
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
 * Returns the authorization parameters that a browser may set. `read` returns the value of a parameter that
 * the browser sent.
 *
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
 * Adds parameters to an authorization request. Reserved parameters are ignored. Values that the request
 * already has for a name are replaced.
 */
export function addParams(request: URLSearchParams, params: URLSearchParams): void {
  const allowed = [...params].filter(([name]) => !RESERVED.has(name))
  for (const [name] of allowed) request.delete(name)
  for (const [name, value] of allowed) request.append(name, value)
}
