/** A path of the application, in place of a built-in page. */
export interface PagesOptions {
  signIn?: `/${string}`
  signOut?: `/${string}`
  /** Receives `?error=<type>`. */
  error?: `/${string}`
  verifyRequest?: `/${string}`
  /** Sessions, accounts and passkeys of the signed-in user. `false` turns the page off, and the forms that it posts. */
  account?: `/${string}` | false
  /** The application's page to create an account on; the built-in sign-in page has a link to it. */
  signUp?: `/${string}`
  /** Terms of use; the built-in sign-in page has a link to them. */
  terms?: `/${string}`
  /** What is done with data; the built-in sign-in page has a link to it. */
  privacy?: `/${string}`
  /** Where a user goes after the first sign-in. */
  newUser?: `/${string}`
}
