import type { Store } from '../stores/contract.js'
import type { Language, LanguageOf } from './language.js'
import type { Theme } from './pages-options.js'

/** A fixed-window rate limit: at most `max` attempts per `window` seconds. */
export interface Limit {
  /** Maximum number of attempts per window. */
  max: number
  /** Length of the window in seconds, from the first attempt. */
  window: number
}

/** Rate limits. Successful sign-in attempts do not count. `false` turns a limit off. */
export interface LimitsOptions {
  /** Attempts per IP address and account. Default: 10 in 900 seconds. */
  addressAndAccount?: Limit | false
  /** Attempts per IP address, across all accounts. Default: 100 in 900 seconds. */
  address?: Limit | false
  /** Attempts per account, by all browsers that have not signed in to it before. Default: 50 in 3,600 seconds. */
  account?: Limit | false
  /**
   * Attempts across all accounts, by browsers that have not signed in to the attempted account before. Above `max`,
   * attempts are delayed. Above ten times `max`, they are refused. Default: 1,000 in 60 seconds.
   */
  global?: Limit | false
  /**
   * Attempts per account and browser, by browsers that have signed in to the account before. Default: 10 in 900
   * seconds.
   */
  browser?: Limit | false
  /** Attempts per account, by all browsers that have signed in to it before. Default: 50 in 3,600 seconds. */
  browsers?: Limit | false
  /** E-mails per mailbox. Browsers that have signed in with the e-mail address before are counted separately. Default: 5 in 900 seconds. */
  mailsPerRecipient?: Limit | false
  /** E-mails requested per IP address. Default: 50 in 900 seconds. */
  mailsPerClient?: Limit | false
  /** E-mails requested in total by browsers that have not signed in to the account before. Default: 1,000 in 900 seconds. */
  mailsInTotal?: Limit | false
  /** Rejected logout tokens per IP address. Default: 1,000 in 900 seconds. */
  logoutTokens?: Limit | false
  /**
   * New passwords per IP address that `password({ breached })` looks up. Further passwords are accepted without a
   * lookup. Default: 100 in 900 seconds.
   */
  passwordLookups?: Limit | false
}

/** Storage for the tokens of providers. */
export type ProviderTokensPlace = 'database' | 'cookie'

/** How the tokens of providers are stored. */
export type ProviderTokensOptions<Place = ProviderTokensPlace> =
  | {
      /** Stores the tokens in a sealed cookie. With an adapter, stores them encrypted in the database instead. */
      place: Place & 'cookie'
    }
  | {
      /** Stores the tokens with the accounts of the adapter. */
      place: Place & 'database'
      /**
       * Whether tokens are encrypted. Tokens that are stored in the other form can still be read. Default: `false` with `compat`, otherwise
       * `true`.
       */
      encrypted?: boolean
    }

/** Options of `.options()`. */
export interface AuthOptions<
  Secret = string | readonly string[],
  Path = `/${string}`,
  WebAuthn = boolean,
  Place = ProviderTokensPlace,
> {
  /**
   * The secret: at least 32 random characters. The first of several secrets seals data, and all of them open sealed
   * data. Default: `AUTH_SECRET`.
   */
  secret?: Secret | undefined
  /**
   * Base path of the routes. Default: the path of `AUTH_URL` if it has one, otherwise `/auth` (`/api/auth` with Next.js and SolidStart).
   */
  basePath?: Path | undefined
  /** Whether cookies have `Secure` and a prefix such as `__Host-`. Default: whether the URL of the request is `https:`. */
  useSecureCookies?: boolean | undefined
  /**
   * The allowed values of `Host` and `X-Forwarded-Host`, such as `'app.example.com'`. Each `*.` at the start of an entry matches one label.
   * `true` trusts every host: this is safe only behind a proxy that replaces both headers. `AUTH_URL` takes precedence. Default:
   * `AUTH_TRUSTED_HOSTS`; without it, see `docs/deployment.md`.
   */
  trustHost?: boolean | readonly string[] | undefined
  /**
   * The audience of session tokens with strategy `'jwt'`. Deployments on different hosts that accept each other's tokens need the same value.
   * Default: the `domain` of the session cookie, or the host.
   */
  sessionAudience?: string | undefined
  /** A fixed callback URL, for OAuth providers that allow only one. */
  redirectProxyUrl?: string | undefined
  /** Logs the results of sign-ins and the calls of adapters. Default: `false`. */
  debug?: boolean | undefined
  /** Functions of a logger. Default: the console. */
  logger?: Partial<LoggerInstance>
  /** Appearance of the built-in pages and e-mails. */
  theme?: Theme
  /** The language of the built-in pages and e-mails, or a function that chooses one for each request. Default: English. */
  language?: Language | LanguageOf
  /**
   * Whether a sign-out without the option `provider` also ends the session at the provider. Default: `'local'`. If `signOut` is set, sessions
   * store their provider. See `docs/sign-out.md`.
   */
  signOut?: 'local' | 'provider'
  /**
   * Whether the built-in sign-in page highlights the provider that was last used in this browser, even if another user used it.
   * Default: `false`.
   */
  lastUsed?: boolean
  /** Shared key-value store for rate limits, revoked sessions and used codes. Default: the memory of this process. */
  store?: Store
  /**
   * Whether a session with strategy `'jwt'` ends if the `store` has lost its data since the session began. Default: `false` with
   * the store in memory, otherwise `true`.
   */
  endSessionsWithStore?: boolean
  /** Rate limits of sign-in attempts and e-mails. */
  limits?: LimitsOptions
  /**
   * Returns the client's IP address, as a trusted proxy reports it. Default: the header in `AUTH_CLIENT_ADDRESS_HEADER`, else that of a known
   * platform, else the IP address of the connection if it is public.
   */
  clientAddress?: (request: Request) => string | undefined
  /** How tokens are stored for `auth.tokens`. Default: `{ place: 'database', encrypted: true }`; with `compat`, `encrypted: false`. */
  providerTokens?: ProviderTokensOptions<Place>
  /** Features that may change or be removed. `enableWebAuthn` allows `webauthn()` providers. */
  experimental?: { enableWebAuthn?: WebAuthn }
  /** `'authjs'` shares sessions with Auth.js 5: see `docs/migrating/auth-js-differences.md`. Default: the cookies of Authwright. */
  compat?: 'authjs'
  /** Turns CSRF protection off: other sites can then sign users in and out. */
  skipCSRFCheck?: typeof skipCSRFCheck
}

/**
 * The value of the option `skipCSRFCheck`, for applications whose framework already provides CSRF protection or whose requests have no
 * cookies.
 *
 * @example
 * ```ts
 * import { createAuth, skipCSRFCheck } from 'authwright'
 * import { github } from 'authwright/providers/github'
 *
 * export const auth = createAuth().provider(github()).options({ skipCSRFCheck }).build()
 * ```
 */
export const skipCSRFCheck: unique symbol = Symbol.for('authwright.skipCSRFCheck')

/** A logger for the operators of the application. */
export interface LoggerInstance {
  /** Logs an error. */
  error(error: Error): void
  /** Logs a warning. `code` identifies it. */
  warn(code: string, message?: string): void
  /** Logs details, even without the option `debug`. */
  debug(message: string, details?: unknown): void
}
