/** Where a sign-in leads, and what the application adds to the authorization request. */
export interface AuthorizationOptions {
  readonly callbackUrl: string
  /** A name may be there several times, as `resource` may. They take the place of the provider's own. */
  readonly params: URLSearchParams
  /** Whether the account is to be added to the signed-in user. */
  readonly link: boolean
  /** Whether the target is to say how linking ended. */
  readonly reportsLink?: boolean
  /** What the sign-in is started with, as `flowData` returned it. */
  readonly data?: unknown
}

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

/** Whether a form, a JSON body or a call requests that the account is linked to the signed-in user. */
export function isLink(value: unknown): boolean {
  return value === true || value === 'true' || isReportedLink(value)
}

/** Whether the target is to say how linking ended, which an error page says otherwise. */
export function isReportedLink(value: unknown): boolean {
  return value === 'report'
}
