/** A path of the application, in place of a built-in page. */
export interface PagesOptions {
  signIn?: `/${string}`
  signOut?: `/${string}`
  /** Receives `?error=<type>`. */
  error?: `/${string}`
  verifyRequest?: `/${string}`
  /** Where a user goes after the first sign-in. */
  newUser?: `/${string}`
}
