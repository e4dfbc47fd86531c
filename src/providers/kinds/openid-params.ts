type Prompt = 'none' | 'login' | 'consent' | 'select_account' | 'create'

/** @see https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest */
export interface OpenIDParams {
  /** The requested scopes, separated by spaces. They replace the provider's scope, and must contain `openid`. */
  scope?: string | undefined
  display?: 'page' | 'popup' | 'touch' | 'wap' | undefined
  /**
   * Pages that the provider must show (`login`, `consent`, …) or skip (`none`). `create` shows the sign-up page.
   *
   * @see https://openid.net/specs/openid-connect-prompt-create-1_0.html
   */
  prompt?: Prompt | `${Prompt} ${Prompt}` | undefined
  /** Maximum seconds since the last authentication at the provider. */
  max_age?: string | number | undefined
  /** Preferred languages of the pages, best first: BCP 47 tags separated by spaces. */
  ui_locales?: string | undefined
  /** Preferred languages of the claims, best first: BCP 47 tags separated by spaces. */
  claims_locales?: string | undefined
  /** An ID token of the user who should be signed in. */
  id_token_hint?: string | undefined
  /** The e-mail address or another identifier of the user who is about to sign in. */
  login_hint?: string | undefined
  /** Accepted authentication context classes, best first, separated by spaces. */
  acr_values?: string | undefined
}

export interface AnyOpenIDParams extends OpenIDParams {
  [parameter: string]: string | number | undefined
}

/**
 * Parameters of `signIn` for an OpenID Provider that declares none: the standard parameters, and any others. The union makes a provider
 * that does declare parameters assignable to `OIDCProvider` without type arguments.
 */
export type OpenIDAuthorizationParams = OpenIDParams | AnyOpenIDParams

export interface OpenIDEndpointParams extends OpenIDParams {
  [parameter: string]: unknown
}

export interface AnyEndpointParams {
  [parameter: string]: unknown
}
