import { parseUrl } from '../model/parse-url.js'
import type { Store } from '../stores/contract.js'
import type { Language, LanguageOf } from './language.js'
import type { Theme } from './pages-options.js'

/** A fixed-window rate limit: at most `max` attempts per `window` seconds. */
export interface Limit {
  /** Maximum number of attempts per window. */
  max: number
  /** Length of the window in seconds. It begins with the first attempt. */
  window: number
}

/**
 * Rate limits of sign-in attempts with a password or code, and of sign-in e-mails. Successful attempts do not count. `false` turns a limit
 * off.
 */
export interface LimitsOptions {
  /** Per IP address and account. Default: 10 in 900 seconds. */
  addressAndAccount?: Limit | false
  /** Per IP address, across all accounts. Default: 100 in 900 seconds. */
  address?: Limit | false
  /** Per account, across all browsers that have not signed in to it before. Default: 50 in 3,600 seconds. */
  account?: Limit | false
  /**
   * Across all accounts and all browsers that have not signed in to the account before. Above `max`, attempts are delayed by at least a
   * second; above ten times `max`, they are refused. Default: 1,000 in 60 seconds.
   */
  global?: Limit | false
  /** Per account and browser, for browsers that have signed in to the account before. Default: 10 in 900 seconds. */
  browser?: Limit | false
  /** Per account, across all browsers that have signed in to it before. Default: 50 in 3,600 seconds. */
  browsers?: Limit | false
  /**
   * E-mails per mailbox; spellings of one e-mail address count as one mailbox. Browsers that have signed in with the e-mail address before
   * are counted separately. Default: 5 in 900 seconds.
   */
  mailsPerRecipient?: Limit | false
  /** E-mails requested per IP address. Default: 50 in 900 seconds. */
  mailsPerClient?: Limit | false
  /** E-mails requested in total by browsers that have not signed in to the account before. Default: 1,000 in 900 seconds. */
  mailsInTotal?: Limit | false
  /** Rejected logout tokens per IP address; ten times as many if the IP address is unknown. Default: 1,000 in 900 seconds. */
  logoutTokens?: Limit | false
  /**
   * New passwords per IP address that `password({ breached })` looks up; ten times as many if the IP address
   * is unknown. Further passwords are accepted without a lookup. Default: 100 in 900 seconds.
   */
  passwordLookups?: Limit | false
}

/** One parsed entry of `trustHost` or `AUTH_TRUSTED_HOSTS`. */
export interface TrustedHost {
  /** The scheme in the entry, if any. */
  readonly scheme: 'http:' | 'https:' | undefined
  /** Whether the host and port of the URL match the entry. */
  matches(url: URL): boolean
}

/**
 * The pattern of an entry. Groups: scheme, wildcard labels, host name or IP address, port. The pattern is
 * compiled on first use, so that servers without a list of hosts start faster.
 */
const ENTRY = String.raw`^(?:(https?:)//)?((?:\*\.)*)(\[[0-9a-f:.]+\]|[\p{L}\p{M}\p{N}._-]+)(:\d{1,5})?$`

/**
 * A host name of at least two labels. The last label does not begin with a digit, so an IP address does not
 * match.
 */
const severalLabels = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/

/**
 * Parses an entry: a host name or an IP address, with a port unless it is the default port of the scheme. `undefined` for anything else.
 *
 * Each `*.` at the start matches exactly one label. At least two labels must follow, because `*.com` would
 * match hosts of other owners. For browsers, a host with a trailing dot is a different origin, so it never
 * matches.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-7.2
 */
export function trustedHost(entry: unknown): TrustedHost | undefined {
  const [, prefix, wildcards = '', name = '', port = ''] =
    new RegExp(ENTRY, 'iu').exec(typeof entry === 'string' ? entry : '') ?? []
  const urlOf = (protocol: string): string => `${protocol}//${name}${port}`
  const scheme = prefix?.toLowerCase() as TrustedHost['scheme']
  const url = parseUrl(urlOf('https:'))
  if (!url || name.endsWith('.')) return undefined
  if (wildcards !== '' && !severalLabels.test(url.hostname)) return undefined
  const labels = `(?:[a-z0-9_-]+\\.){${wildcards.length / 2}}`
  const pattern = (protocol: string): RegExp =>
    new RegExp(`^${labels}${new URL(urlOf(protocol)).host.replace(/[.[\]]/g, '\\$&')}$`)
  const [http, https] = [pattern('http:'), pattern('https:')]
  return { scheme, matches: ({ protocol, host }) => (protocol === 'https:' ? https : http).test(host) }
}

/** Storage for the tokens of providers. */
export type ProviderTokensPlace = 'database' | 'cookie'

/** How access, refresh and ID tokens are stored. */
export type ProviderTokensOptions<Place = ProviderTokensPlace> =
  | {
      /**
       * Stores the session's tokens in a sealed cookie. With an adapter, the tokens are also stored in the
       * database, encrypted.
       */
      place: Place & 'cookie'
    }
  | {
      /** Stores the tokens with the accounts of the adapter. */
      place: Place & 'database'
      /**
       * Whether tokens are encrypted with a key that is derived from `secret`. Other libraries can read only unencrypted tokens. Existing
       * tokens can be read in both forms. Default: `true`; with `compat`, `false`.
       */
      encrypted?: boolean
    }

/** Options of `.options()`: everything that has no separate step. */
export interface AuthOptions<
  Secret = string | readonly string[],
  Path = `/${string}`,
  WebAuthn = boolean,
  Place = ProviderTokensPlace,
> {
  /**
   * The secret that seals tokens and cookies: at least 32 random characters. Of several secrets, the first
   * one seals, and all of them can open. Default: the environment variable `AUTH_SECRET`.
   */
  secret?: Secret | undefined
  /** Base path of the routes. Default: the path of `AUTH_URL`, if it has one; otherwise `/auth`, or `/api/auth` with Next.js and SolidStart. */
  basePath?: Path | undefined
  /** Whether cookies have `Secure` and the `__Host-` prefix. Default: whether the URL of the request is `https:`. */
  useSecureCookies?: boolean | undefined
  /**
   * The allowed values of `Host` and `X-Forwarded-Host`, such as `'app.example.com'`. Each `*.` at the start
   * of an entry matches one label. The hosts are HTTPS origins, unless an entry begins with `http://` or is a
   * loopback host. `true` trusts every host: this is safe only behind a proxy that replaces both headers, and
   * a warning is logged in production. `AUTH_URL` takes precedence. Default: `AUTH_TRUSTED_HOSTS`; without
   * it, see `docs/deployment.md`.
   */
  trustHost?: boolean | readonly string[] | undefined
  /**
   * The audience of session tokens with strategy `'jwt'`. Set the same value on deployments that accept each other's session tokens on
   * different hosts. Default: the `domain` of the session cookie, or the host.
   */
  sessionAudience?: string | undefined
  /**
   * A fixed callback URL, for OAuth providers that allow only one callback URL. Useful for preview
   * deployments.
   */
  redirectProxyUrl?: string | undefined
  /** Logs the results of sign-ins and the calls of adapters to the console, unless `logger` has `debug`. Default: `false`. */
  debug?: boolean | undefined
  /** Functions of a logger. Missing functions are replaced by the console. */
  logger?: Partial<LoggerInstance>
  /** Appearance of the built-in pages and e-mails. */
  theme?: Theme
  /**
   * The language of the built-in pages and e-mails: a language for all users, or a function that chooses a
   * language for each request, such as `preferredLanguage(en, de)`. `authwright/languages` exports languages
   * and `preferredLanguage`. Default: English.
   */
  language?: Language | LanguageOf
  /**
   * The effect of a sign-out without the option `provider`: `'local'` ends only the session of this
   * application, `'provider'` also the session at the provider. If the option is set, sessions store their
   * provider, so that `signOut({ provider: true })` and `signOut({ provider: false })` work. Default:
   * `'local'`, without storing the provider. `signOut({ provider: true })` then needs a configuration with a
   * single provider. See `docs/sign-out.md`.
   */
  signOut?: 'local' | 'provider'
  /**
   * Whether the built-in sign-in page highlights the provider that was last used in this browser. A cookie
   * stores the id of the provider for 180 days. The cookie is kept after a sign-out, so the next user of the
   * browser sees the provider. Default: `false`.
   */
  lastUsed?: boolean
  /**
   * Shared key-value store for rate limits, revoked sessions and used codes. Default: the memory of this process, which is enough for a
   * single process.
   */
  store?: Store
  /**
   * Whether a session with strategy `'jwt'` ends if the `store` has lost its data since the session began, because the session may have been
   * revoked. Default: `true`; with the store in memory, which loses its data at each restart, `false`.
   */
  endSessionsWithStore?: boolean
  /** Rate limits of sign-in attempts and e-mails. Default: see `LimitsOptions`. */
  limits?: LimitsOptions
  /**
   * Returns the client's IP address, as a trusted proxy reports it. The rate limits per IP address need it. Default: the header in the
   * variable `AUTH_CLIENT_ADDRESS_HEADER`, else the header of a known platform, else the IP address of the connection if it is public.
   */
  clientAddress?: (request: Request) => string | undefined
  /**
   * Where access, refresh and ID tokens are stored, so that `auth.tokens` can read them: `{ place: 'database' }` with the accounts of the
   * adapter, `{ place: 'cookie' }` without an adapter. Default: `{ place: 'database', encrypted: true }`; with `compat`, `encrypted: false`.
   */
  providerTokens?: ProviderTokensOptions<Place>
  /** Features that may change or be removed; each logs a warning. `enableWebAuthn` allows `webauthn()` providers. Default: none. */
  experimental?: { enableWebAuthn?: WebAuthn }
  /**
   * `'authjs'` shares sessions with Auth.js 5: both use the same cookie names, session tokens and CSRF tokens. Everything else is unchanged:
   * see `docs/migrating/auth-js-differences.md`. Default: the cookies of Authwright.
   */
  compat?: 'authjs'
  /**
   * The symbol `skipCSRFCheck` turns CSRF protection off: other sites can then sign users in and out. Default: every request that changes
   * state is checked.
   */
  skipCSRFCheck?: typeof skipCSRFCheck
}

/**
 * The value of the option `skipCSRFCheck`. It turns CSRF protection off, for applications whose framework already provides it or whose
 * requests have no cookies. It is a symbol, so no request, form or JSON can contain it.
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
  /** `code` identifies the warning, so that logs can be filtered by it. */
  warn(code: string, message?: string): void
  /** Logs details. Called even without the option `debug`. */
  debug(message: string, details?: unknown): void
}
