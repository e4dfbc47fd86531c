import type { Awaitable } from '../../model/awaitable.js'
import type { Theme } from '../../options/pages-options.js'
import type { CommonProvider } from './common-provider.js'
import type { customFetch, Fetch } from './custom-fetch.js'
import type { AnyProviderId } from './provider-id.js'

/** A complete e-mail. */
export interface SignInMail {
  /** The subject: one line of visible characters, without user input. */
  readonly subject: string
  /** The e-mail as plain text. */
  readonly text: string
  /** The e-mail as HTML. */
  readonly html: string
}

/**
 * The reason for an e-mail:
 *
 * - `'signIn'`: it contains a sign-in link.
 * - `'signUp'`: it contains a link that confirms the e-mail address of a new user.
 * - `'resetPassword'`: it contains a link to set a new password.
 * - `'accountExists'`: a sign-up used an e-mail address that already has an account.
 * - `'noPassword'`: a password reset was requested for a user without a password.
 * - `'loginsRemoved'`: sign-in methods of the user were removed.
 * - `'passwordChanged'`: the password of the user was changed or removed.
 */
export type MailPurpose =
  | 'signIn'
  | 'signUp'
  | 'resetPassword'
  | 'accountExists'
  | 'noPassword'
  | 'loginsRemoved'
  | 'passwordChanged'

/** Parameters of `sendVerificationRequest`. */
export interface VerificationRequest {
  /** The reason for the e-mail. */
  purpose: MailPurpose
  /** The recipient: a single e-mail address, with its domain in ASCII. */
  identifier: string
  /** The link. */
  url: string
  /** When the link and the code expire. For a link without a token, one hour after the mail was written. */
  expires: Date
  /** The token in the link. Empty if the link has none. */
  token: string
  /** The eight-digit code, if the provider sends codes. */
  code?: string | undefined
  /** A complete e-mail. */
  mail: SignInMail
  /** The provider. Its `apiKey` may come from the environment. */
  provider: EmailProvider<string>
  /** Appearance of pages and e-mails. */
  theme: Theme
  /** The request that caused the e-mail. */
  request: Request
  /** A `fetch` with a time limit of ten seconds. It follows no redirects, and refuses `http:` URLs except for loopback hosts. */
  fetch: Fetch
}

/** A provider that sends a sign-in link or code by e-mail. */
export interface EmailProvider<Id extends string = AnyProviderId> extends CommonProvider<Id> {
  /** Marks an e-mail provider. */
  readonly type: 'email'
  /** The sender: `sign-in@example.com`, or `Example <sign-in@example.com>`. */
  readonly from?: string | undefined
  /** Lifetime of a link and a code in seconds. Default: 3,600 (one hour). */
  readonly maxAge?: number | undefined
  /** The API key of a mail service. Default: the environment variable `AUTH_<ID>_KEY`. */
  readonly apiKey?: string | undefined
  /** The URL of the SMTP server, or the argument of Nodemailer's `createTransport`. */
  readonly server?: string | object | undefined
  /** A secret that is hashed together with the token. Only the hash is stored. Default: the option `secret`. */
  readonly secret?: string | undefined
  /** Whether the e-mail contains an eight-digit code. Default: `false`. */
  readonly code?: boolean | undefined
  /** Sends the e-mail. */
  sendVerificationRequest(request: VerificationRequest): Awaitable<void>
  /**
   * Returns the token of a link: 1 to 512 visible ASCII characters. Default: 32 random bytes in hexadecimal. If set, the link always opens a
   * page with a button that signs in.
   */
  generateVerificationToken?(): Awaitable<string>
  /**
   * Normalizes the submitted e-mail address. Must return a single e-mail address, or throw. Default: lower case, Unicode form NFKC, and the
   * domain in ASCII.
   */
  normalizeIdentifier?(identifier: string): string
  /** Sends the requests to a mail service, instead of the global `fetch`. */
  readonly [customFetch]?: Fetch | undefined
}

export interface ChecksSettings {
  /** Returns a sentence about a missing setting without which the provider cannot send mails. */
  readonly '~missing'?: ((provider: EmailProvider<string>) => string | undefined) | undefined
}
