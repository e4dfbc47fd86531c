import type { Store } from '../stores/contract.js'
import type { Language, LanguageOf } from './language.js'
import type { Theme } from './pages-options.js'

/** So many attempts in so much time. */
export interface Limit {
  /** The most attempts within the window. */
  max: number
  /** Seconds from the first attempt until the count begins again. */
  window: number
}

/**
 * How many attempts to sign in by guessing are allowed, and how many mails are sent. Attempts that succeed
 * are not counted. `false` turns a limit off.
 */
export interface LimitsOptions {
  /** From one network address for one account. Default: 10 in 900 seconds. */
  addressAndAccount?: Limit | false
  /** From one network address for whatever account. Default: 100 in 900 seconds. */
  address?: Limit | false
  /** For one account, from all browsers that have not signed in to it before. Default: 50 in 3,600 seconds. */
  account?: Limit | false
  /**
   * In total, from all such browsers. Above it, attempts are delayed by a second or more; above ten times as many, they
   * are refused. Default: 1,000 in 60 seconds.
   */
  global?: Limit | false
  /** For one account, from one browser that has signed in to it before. Default: 10 in 900 seconds. */
  browser?: Limit | false
  /** Mails to one mailbox, however its address is spelled. Default: 5 in 900 seconds. */
  mailsPerRecipient?: Limit | false
  /** Mails that are requested from one network address. Default: 50 in 900 seconds. */
  mailsPerClient?: Limit | false
  /** All mails requested by browsers that have not signed in to the account before. Default: 1,000 in 900 seconds. */
  mailsInTotal?: Limit | false
  /** Logout tokens from one network address that are rejected; ten times as many where the address is unknown. Default: 1,000 in 900 seconds. */
  logoutTokens?: Limit | false
}

/** A host that a request may name, as one entry of `trustHost` or `AUTH_TRUSTED_HOSTS` lists it. */
export interface TrustedHost {
  /** The scheme that the entry names. */
  readonly scheme: 'http:' | 'https:' | undefined
  /** Whether the entry lists host and port of the URL. */
  lists(url: URL): boolean
}

/** Scheme, wildcard labels, host name or address, port. Made where it is used, for a server without such a list pays for it at its start. */
const FORM = String.raw`^(?:(https?:)//)?((?:\*\.)*)(\[[0-9a-f:.]+\]|[\p{L}\p{M}\p{N}._-]+)(:\d{1,5})?$`

/** A name of at least two labels, the last of which does not begin with a digit as in an IP address. */
const severalLabels = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/

/**
 * Reads an entry: a host name or an IP address, with a port unless it is the scheme's own. `undefined` for anything else.
 *
 * Each `*.` at the start stands for exactly one label. At least two labels follow, because `*.com` would list everybody's hosts.
 * The form with a trailing dot is another origin to a browser, so it is never listed.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-7.2
 */
export function trustedHost(entry: unknown): TrustedHost | undefined {
  const [, given, wildcards = '', name = '', port = ''] =
    new RegExp(FORM, 'iu').exec(typeof entry === 'string' ? entry : '') ?? []
  const address = (scheme: string): string => `${scheme}//${name}${port}`
  const scheme = given?.toLowerCase() as TrustedHost['scheme']
  if (!URL.canParse(address('https:')) || name.endsWith('.')) return undefined
  if (wildcards !== '' && !severalLabels.test(new URL(address('https:')).hostname)) return undefined
  const labels = `(?:[a-z0-9_-]+\\.){${wildcards.length / 2}}`
  const pattern = (protocol: string): RegExp =>
    new RegExp(`^${labels}${new URL(address(protocol)).host.replace(/[.[\]]/g, '\\$&')}$`)
  const [http, https] = [pattern('http:'), pattern('https:')]
  return { scheme, lists: ({ protocol, host }) => (protocol === 'https:' ? https : http).test(host) }
}

/** Where the tokens of providers are stored. */
export type ProviderTokensPlace = 'database' | 'cookie'

/** How access, refresh and ID tokens are stored. */
export type ProviderTokensOptions<Place = ProviderTokensPlace> =
  | {
      /** Stores the tokens of the session in a sealed cookie. With an adapter, they are encrypted in the database all the same. */
      place: Place & 'cookie'
    }
  | {
      /** Stores the tokens with the accounts of the adapter. */
      place: Place & 'database'
      /**
       * Whether tokens are encrypted with a key of the `secret`. Unencrypted, other libraries can read them. With either, what the other stored is
       * read. Default: `true`, and `false` with `compat`.
       */
      encrypted?: boolean
    }

/** The options of `.options()`: everything without its own step. */
export interface AuthOptions<
  Secret = string | readonly string[],
  Path = `/${string}`,
  WebAuthn = boolean,
  Place = ProviderTokensPlace,
> {
  /**
   * Seals tokens and signs cookies: at least 32 random characters. With several, the first is used
   * for what is new and each for what was sealed before. Default: the environment variable `AUTH_SECRET`.
   */
  secret?: Secret
  /** The path of the routes. Default: `/auth`, and `/api/auth` with Next.js. */
  basePath?: Path
  /** Cookies with `Secure` and the `__Host-` prefix. Default: whether the request's address is `https:`. */
  useSecureCookies?: boolean
  /**
   * The hosts that a request or its `X-Forwarded-Host` may name, such as `'app.example.com'`; each `*.` at the start of an entry stands for one
   * label. Listed hosts are HTTPS origins, unless an entry begins with `http://` or is loopback. `true` trusts every host, which is safe
   * only behind a proxy that replaces both headers; it logs a warning in production. `AUTH_URL` wins over both.
   * Default: `AUTH_TRUSTED_HOSTS`, else see `docs/deployment.md`.
   */
  trustHost?: boolean | readonly string[]
  /**
   * The name of the site that session tokens of strategy `'jwt'` are made for. Deployments at several hosts that take each other's tokens set
   * the same one. Default: the `domain` of the session cookie, else the host.
   */
  sessionAudience?: string
  /** Where an OAuth provider sends the browser back to, when it knows one address only. */
  redirectProxyUrl?: string
  /** Writes the outcome of sign-ins and the calls of adapters to the console, where `logger` has no `debug`. Default: `false`. */
  debug?: boolean
  /** Replaces the log, level by level. Default: the console. */
  logger?: Partial<LoggerInstance>
  theme?: Theme
  /**
   * The language of the built-in pages and mails: one for every user, or a function that chooses for each request, such as
   * `preferredLanguage(en, de)` of `authwright/languages`, where the languages are. Default: English.
   */
  language?: Language | LanguageOf
  /**
   * Where a sign-out ends the session that names no `provider`: `'local'` here alone, `'provider'` also at the provider that the user
   * signed in with. With either, a session remembers its provider, so that `signOut({ provider: true })` and `signOut({ provider: false })`
   * can choose. Default: here alone, and only a configuration with one provider can choose. See `docs/sign-out.md`.
   */
  signOut?: 'local' | 'provider'
  /**
   * Whether the built-in sign-in page marks the provider that this browser signed in with last. A cookie stores its id for 180 days, after a
   * sign-out, too: the next user of the browser sees it. Default: `false`.
   */
  lastUsed?: boolean
  /**
   * Keeps what requests must know of each other: sign-ins that were finished, sessions that were revoked, attempts
   * to sign in. Default: the memory of this process, which is enough for one process.
   */
  store?: Store
  /**
   * Whether a session of strategy `'jwt'` ends when the `store` was emptied since it started: it may have been revoked.
   * Default: `true`, and `false` with a store in memory, which is emptied by each restart.
   */
  endSessionsWithStore?: boolean
  /** How many attempts to sign in by guessing are allowed. Default: see `LimitsOptions`. */
  limits?: LimitsOptions
  /**
   * The network address that a request comes from, as a trusted proxy reports it; limits by address need it. Default:
   * the header that `AUTH_CLIENT_ADDRESS_HEADER` names, else nothing, and only the other limits hold.
   */
  clientAddress?: (request: Request) => string | undefined
  /**
   * How access, refresh and ID tokens are stored: `{ place: 'database' }` with the accounts of the adapter, `{ place: 'cookie' }` without an adapter, so
   * that `auth.tokens` can read those of the session. Default: `{ place: 'database', encrypted: true }`, and `encrypted: false` with `compat`.
   */
  providerTokens?: ProviderTokensOptions<Place>
  /** Features that may change or go; each is warned of. `enableWebAuthn` lets WebAuthn providers be used. Default: none. */
  experimental?: { enableWebAuthn?: WebAuthn }
  /**
   * `'authjs'` shares sessions with Auth.js 5: its cookie names, its session tokens and its CSRF tokens, so that
   * each reads what the other set. Everything else is unchanged: see `docs/differences.md`. Default: our own.
   */
  compat?: 'authjs'
  /**
   * The symbol `skipCSRFCheck` turns the check of forms and scripts off: another site can then sign users in and
   * out. Default: everything that changes something is checked.
   */
  skipCSRFCheck?: typeof skipCSRFCheck
}

/**
 * The value of the option `skipCSRFCheck`. It turns off the check that a request which changes something comes
 * from a page of the site: for an application whose framework checks that itself, or whose requests carry no
 * cookies. A symbol, so that no request, form or JSON can hold it.
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

/** Receives the messages for the operators of the application. */
export interface LoggerInstance {
  error(error: Error): void
  /** `code` names the warning, so that a log can filter by it. */
  warn(code: string, message?: string): void
  debug(message: string, details?: unknown): void
}
