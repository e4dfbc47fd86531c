/** Paths of the application's own pages. Most of them replace a built-in page. */
export interface PagesOptions {
  /** The sign-in page. */
  signIn?: `/${string}`
  /** The page that confirms a sign-out. */
  signOut?: `/${string}`
  /** The error page. Receives `?error=` with the type of an error or a message for the user. */
  error?: `/${string}`
  /** The page after a sign-in link was sent. */
  verifyRequest?: `/${string}`
  /** The account page: sessions, accounts and passkeys of the signed-in user. `false` turns the page and its forms off. */
  account?: `/${string}` | false
  /** The application's sign-up page; the built-in sign-in page links to it. */
  signUp?: `/${string}`
  /** The page that the link in a sign-up mail of `password()` opens. Receives `?token=` for `passwords.finishSignUp`. */
  finishSignUp?: `/${string}`
  /** The page that the link in a mail about a forgotten password opens. Receives `?token=` for `passwords.reset`. */
  resetPassword?: `/${string}`
  /** Terms of use; the built-in sign-in page links to them. */
  terms?: `/${string}`
  /** Privacy policy; the built-in sign-in page links to it. */
  privacy?: `/${string}`
  /** The page that new users are redirected to after their first sign-in. */
  newUser?: `/${string}`
}

/** Appearance of the built-in pages and e-mails. */
export interface Theme {
  /** Name of the application in pages and e-mails. Default: the host. */
  name?: string
  /** The colour scheme. Default: `'auto'`, the setting of the user's system. */
  colorScheme?: 'auto' | 'light' | 'dark'
  /** The logo on pages: URL of an image on the application's origin, or a `data:` URL. */
  logo?: string
  /** Colour of the most prominent button and of checkboxes: a CSS colour in hexadecimal form. */
  brandColor?: string
  /** The text colour on `brandColor`. Ignored without `brandColor`. Default: black or white, whichever is easier to read. */
  buttonText?: string
}

const HEX_COLOR = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i

/** @see https://www.w3.org/TR/css-color-4/#hex-notation */
export function isHexColor(value: unknown): value is `#${string}` {
  return typeof value === 'string' && HEX_COLOR.test(value)
}
