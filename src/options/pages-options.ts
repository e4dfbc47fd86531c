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

/** How the built-in pages look. */
export interface Theme {
  /** The name of the application, which pages and mails show. Default: the host. */
  name?: string
  /** Default: `'auto'`, which follows the user's system. */
  colorScheme?: 'auto' | 'light' | 'dark'
  /** The address of an image, of the application's own origin or a `data:` image. */
  logo?: string
  /** A CSS colour in hexadecimal form. */
  brandColor?: string
  /** A CSS colour in hexadecimal form. Default: black or white, whichever is easier to read. */
  buttonText?: string
}

const HEX_COLOR = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i

/** Whether a value is a CSS colour in hexadecimal form. @see https://www.w3.org/TR/css-color-4/#hex-notation */
export function isHexColor(value: unknown): value is `#${string}` {
  return typeof value === 'string' && HEX_COLOR.test(value)
}
