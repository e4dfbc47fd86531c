/** A path of the application, in place of a built-in page. */
export interface PagesOptions {
  signIn?: `/${string}`
  signOut?: `/${string}`
  /** Receives `?error=<type>`. */
  error?: `/${string}`
  verifyRequest?: `/${string}`
  /** Where somebody goes after signing in for the first time. */
  newUser?: `/${string}`
}
