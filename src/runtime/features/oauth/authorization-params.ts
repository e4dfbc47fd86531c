/** The scope if neither the configuration nor the application sets one. */
export const DEFAULT_SCOPE = 'openid profile email'

/** Parameters of the authorization request that users may set: they only change what the provider shows. */
const USER_PARAMS = ['display', 'login_hint', 'prompt', 'ui_locales'] as const

/** Parameters that neither users nor applications may set. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['client_id', 'client_secret', 'code_challenge', 'code_challenge_method', 'nonce', 'redirect_uri'],
  ...['request', 'request_uri', 'response_mode', 'response_type', 'state'],
])

/**
 * The parameters of an authorization request that the browser sent and may set. Others are ignored.
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

/** Adds the parameters of the user and of the application. */
export function addParams(request: URLSearchParams, params: URLSearchParams): void {
  const chosen = [...params].filter(([name]) => !RESERVED.has(name))
  for (const [name] of chosen) request.delete(name)
  for (const [name, value] of chosen) request.append(name, value)
}
