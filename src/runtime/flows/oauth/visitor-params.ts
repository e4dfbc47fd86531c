/** Parameters of the authorization request that a visitor may choose: they change what the provider shows. */
const VISITOR_PARAMS = ['display', 'login_hint', 'prompt', 'ui_locales'] as const

/**
 * What a visitor chose of an authorization request; whatever else a browser sends is not theirs to choose.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
 */
export function visitorParams(sent: (name: string) => string | undefined): URLSearchParams {
  const params = new URLSearchParams()
  for (const name of VISITOR_PARAMS) {
    const value = sent(name)
    if (value !== undefined) params.set(name, value)
  }
  return params
}
