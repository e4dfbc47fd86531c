/** What an OpenID Provider shows: one value, or several with spaces between them. */
type Prompt = 'none' | 'login' | 'consent' | 'select_account' | 'create'

/**
 * The parameters of OpenID Connect that change what the provider shows or requires.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
 */
export interface OpenIDParams {
  /** What to grant, with spaces between the values. It takes the place of the provider's scope; `openid` must be part of it. */
  scope?: string | undefined
  /** How the sign-in page is shown. */
  display?: 'page' | 'popup' | 'touch' | 'wap' | undefined
  /**
   * Which pages the provider must show or leave out. `create` shows the page on which an account is created.
   *
   * @see https://openid.net/specs/openid-connect-prompt-create-1_0.html
   */
  prompt?: Prompt | `${Prompt} ${Prompt}` | undefined
  /** Seconds after which an earlier authentication no longer counts. */
  max_age?: string | number | undefined
  /** Languages for the pages, the preferred one first: BCP 47 tags with spaces between them. */
  ui_locales?: string | undefined
  /** Languages for the claims: BCP 47 tags with spaces between them. */
  claims_locales?: string | undefined
  /** An ID token of the user who is expected to be signed in. */
  id_token_hint?: string | undefined
  /** Who is about to sign in: an e-mail address or what else the provider knows its users by. */
  login_hint?: string | undefined
  /** The classes of authentication that are accepted, the preferred one first, with spaces between them. */
  acr_values?: string | undefined
}

/** Parameters of the standard, and those of the provider as strings. */
export interface AnyOpenIDParams extends OpenIDParams {
  [parameter: string]: string | number | undefined
}

/**
 * What `signIn` can be given for an OpenID Provider whose parameters are unknown: those of the standard, and any other as strings. A provider
 * that names its parameters is one of them, so that it is an `OIDCProvider` without type arguments, too.
 */
export type OpenIDAuthorizationParams = OpenIDParams | AnyOpenIDParams

/** What an endpoint can be given for an OpenID Provider: parameters of the standard, and any of the provider. */
export interface OpenIDEndpointParams extends OpenIDParams {
  [parameter: string]: unknown
}

/** Any parameters: what is known of a provider that documents none to the compiler. */
export interface AnyEndpointParams {
  [parameter: string]: unknown
}
