/** The options of a sign-in with a passkey. */
export interface PasskeyOptions {
  /**
   * `'authenticate'` uses a passkey; `'register'` makes one, for a new account or for the signed-in user. Default:
   * `'authenticate'`.
   */
  readonly action?: 'authenticate' | 'register'
  /**
   * Offers passkeys in form fields whose `autocomplete` ends with `webauthn`, and resolves when the user has chosen one.
   * Another call ends it. Default: `false`.
   */
  readonly conditional?: boolean
  /** The address of a new account; for `webauthn()`, the address whose authenticator is requested. */
  readonly email?: string
  /** The name of the person of a new account. */
  readonly name?: string
  /** Where to go afterwards: a path of the site. Default: the page where the browser is. */
  readonly redirectTo?: string
  /** Whether the browser goes there by itself. Default: `true`. */
  readonly redirect?: boolean
  /** The path of the routes. Default: `/auth`. */
  readonly basePath?: `/${string}`
}
