import type { Awaitable } from '../../model/awaitable.js'
import type { Theme } from '../../options/pages-options.js'
import type { CommonProvider } from './common-provider.js'
import type { customFetch, Fetch } from './custom-fetch.js'
import type { AnyProviderId } from './provider-id.js'

/** A mail that is ready to be sent. */
export interface SignInMail {
  /** One line of visible characters. It names the site, and contains no user input. */
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** What a mail with a sign-in link is made from. */
export interface VerificationRequest {
  /** The address: one address and nothing else, its domain in ASCII. */
  identifier: string
  /** The link. */
  url: string
  /** When link and code end. */
  expires: Date
  /** What the link carries. */
  token: string
  /** The eight digits to be typed in the browser that requested the mail, where the provider sends them. */
  code?: string | undefined
  /** A mail with all of this, in the colours of `theme`. */
  mail: SignInMail
  /** The provider, with its `apiKey` from the environment where the configuration names none. */
  provider: EmailProvider<string>
  theme: Theme
  /** The request for the mail. */
  request: Request
  /** `fetch` with a limit of ten seconds, over HTTPS alone. It follows no redirect. */
  fetch: Fetch
}

/** A provider that sends a sign-in link by e-mail. */
export interface EmailProvider<Id extends string = AnyProviderId> extends CommonProvider<Id> {
  readonly type: 'email'
  /** Whom the mail is from: `sign-in@example.com`, or `Example <sign-in@example.com>`. */
  readonly from?: string | undefined
  /** Seconds for which a link and a code are valid. Default: 3,600 (one hour). */
  readonly maxAge?: number | undefined
  /** The key of a mail service. Default: the environment variable `AUTH_<ID>_KEY`. */
  readonly apiKey?: string | undefined
  /** Hashed with the token that is stored. Default: the option `secret`. */
  readonly secret?: string | undefined
  /** Whether the mail contains a code of eight digits, for which the built-in page then has a field. Default: `false`. */
  readonly code?: boolean | undefined
  /** Sends the mail. Whatever it throws becomes one error: the mail could not be sent. */
  sendVerificationRequest(request: VerificationRequest): Awaitable<void>
  /** Default: 32 random bytes in hexadecimal. Guesses at tokens of your own are limited as those at passwords. */
  generateVerificationToken?(): Awaitable<string>
  /**
   * Makes of what was typed the address that a mail is sent to. What it returns must still be one address; when it
   * throws, no mail is sent. Default: lower case, Unicode form NFKC, and the domain in ASCII.
   */
  normalizeIdentifier?(identifier: string): string
  /** Sends the requests to a mail service in place of the global `fetch`. */
  readonly [customFetch]?: Fetch | undefined
}
