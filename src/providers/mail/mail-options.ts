import type { customFetch, Fetch } from '../kinds/custom-fetch.js'
import type { EmailProvider } from '../kinds/email.js'

/** What every e-mail provider of Authwright takes. */
export interface MailOptions<Id extends string> {
  /** Names the provider in routes. */
  readonly id?: Id
  /** The provider's name, where several are offered. */
  readonly name?: string
  /** Whom the mail is from: `sign-in@example.com`, or `Example <sign-in@example.com>`. */
  readonly from: string
  /** Seconds for which a link and a code are valid. Default: 3,600 (one hour). */
  readonly maxAge?: number
  /** Hashed with the token that is stored. Default: the option `secret`. */
  readonly secret?: string
  /**
   * Whether the mail holds a code of six digits, for which the built-in page then has a field. Default: `true`, and `false`
   * with a `sendVerificationRequest` of your own.
   */
  readonly code?: boolean
  /** Sends a mail of your own, or in another way. */
  readonly sendVerificationRequest?: EmailProvider['sendVerificationRequest']
  /** Default: 32 random bytes in hexadecimal. Guesses at tokens of your own are limited as those at passwords. */
  readonly generateVerificationToken?: () => string | Promise<string>
  /**
   * Makes of what was typed the address that a mail is sent to, or throws for one that may have none. What it returns
   * must still be one address. Default: lower case, Unicode form NFKC, and the domain in ASCII.
   */
  readonly normalizeIdentifier?: (identifier: string) => string
}

/** What every mail service with an HTTP API takes. */
export interface MailServiceOptions<Id extends string> extends MailOptions<Id> {
  /** Default: the environment variable `AUTH_<ID>_KEY`. */
  readonly apiKey?: string
  /** Sends the requests in place of the global `fetch`. */
  readonly [customFetch]?: Fetch
}
