import type { ProviderType } from '../providers/kinds/provider-type.js'

/** Links a user to a provider, with the fields of the token response. */
export interface Account<out Id extends string = string> extends TokenSet {
  /** The provider's id. */
  provider: Id
  /** OAuth and OIDC: the `id` from `profile()`. E-mail: the address. Credentials: the `id` from `authorize()`. */
  providerAccountId: string
  type: ProviderType
  /** The user who owns it, once stored. */
  userId?: string | undefined
  /** When `access_token` expires, in seconds since 1970. */
  readonly expires_at?: number | undefined
}

/**
 * A token response.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.1
 */
export interface TokenSet {
  readonly access_token?: string | undefined
  readonly refresh_token?: string | undefined
  readonly id_token?: string | undefined
  readonly scope?: string | undefined
  /** Always in lower case, because its case means nothing. */
  readonly token_type?: Lowercase<string> | undefined
  /** Seconds for which `access_token` is valid, from the response on. */
  readonly expires_in?: number | undefined
  /** When `access_token` expires, in seconds since 1970. */
  readonly expires_at?: number | undefined
  readonly session_state?: string | undefined
  readonly authorization_details?: readonly AuthorizationDetails[] | undefined
}

/** @see https://www.rfc-editor.org/rfc/rfc9396.html#section-2 */
export interface AuthorizationDetails {
  readonly type: string
  readonly locations?: readonly string[]
  readonly actions?: readonly string[]
  readonly datatypes?: readonly string[]
  readonly privileges?: readonly string[]
  readonly identifier?: string
  readonly [parameter: string]: unknown
}

/** An account of a provider that a user signs in with, without its tokens. */
export interface LinkedAccount {
  /** The provider's id. It may be one that the configuration no longer has. */
  provider: string
  /** The provider's id of the person. */
  providerAccountId: string
  type: 'oauth' | 'oidc'
  /** The granted scopes, as the provider writes them. */
  scopes: readonly string[]
  /** Whether it can be unlinked: the last sign-in method of a user cannot. */
  removable: boolean
}

/** Names an account: a {@link LinkedAccount}, or as much of it. */
export interface AccountReference {
  provider: string
  providerAccountId: string
}

/** A passkey of a user, without its key. */
export interface Passkey {
  /** Its credential id in base64url, as browsers have it in `credential.id`. */
  id: string
  /** The id of the WebAuthn provider. */
  provider: string
  /** What the user calls it; `null` for no name. */
  name: string | null
  /** Whether it is stored on several devices, such as by an account of Apple or Google. */
  synced: boolean
  /** How browsers reach it, such as `'internal'` or `'usb'`. */
  transports: readonly string[]
  /** Whether it can be removed: the last sign-in method of a user cannot. */
  removable: boolean
}

/**
 * Why an account or a passkey is not removed: no user is signed in, the user signed in too long ago, the user has none such, or it is
 * the last sign-in method of the user.
 */
export type RemovalFailure = 'signedOut' | 'reauthenticate' | 'notFound' | 'lastSignInMethod'

/** What removing an account or a passkey resolves to. */
export type RemovalResult = { ok: true } | { ok: false; reason: RemovalFailure }

/** What renaming a passkey resolves to. */
export type RenameResult = { ok: true } | { ok: false; reason: 'signedOut' | 'notFound' }

/** What beginning to link an account resolves to: where to send the browser, or why not. */
export type LinkStart = { ok: true; url: string } | { ok: false; reason: 'signedOut' | 'reauthenticate' }

/** How linking an account ended: it is the user's now, it was already, or it belongs to another user. */
export interface LinkResult {
  /** The id of the provider. */
  provider: string
  result: 'linked' | 'alreadyLinked' | 'otherUser'
}

/** The names of the parameters that say how linking ended, in the address that it leads to. */
const PROVIDER_PARAM = 'linkProvider'
const RESULT_PARAM = 'linkResult'

/** The same as parameters of an address. */
export function linkResultParams({ provider, result }: LinkResult): Readonly<Record<string, string>> {
  return { [PROVIDER_PARAM]: provider, [RESULT_PARAM]: result }
}

/** The query of an address: as a URL, as its parameters, or as the object that a framework makes of them. */
export type QueryInput =
  | URL
  | URLSearchParams
  | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * How linking an account ended, read from the query of the page that `auth.accounts.link` led to; `null` where the query does not say so. It
 * is for a message to the user: any link may have such a query, so what is linked is for `auth.accounts.list` to say.
 *
 * @example
 * ```ts
 * import { linkResult } from 'authwright'
 *
 * export function message(url: URL): string | undefined {
 *   const linked = linkResult(url)
 *   return linked?.result === 'otherUser' ? `Another user has this account of ${linked.provider}.` : undefined
 * }
 * ```
 */
export function linkResult(query: QueryInput): LinkResult | null {
  const read = (name: string): unknown => {
    if (query instanceof URL) return query.searchParams.get(name)
    return query instanceof URLSearchParams ? query.get(name) : query[name]
  }
  const [provider, result] = [read(PROVIDER_PARAM), read(RESULT_PARAM)]
  const isKnown = result === 'linked' || result === 'alreadyLinked' || result === 'otherUser'
  return typeof provider === 'string' && isKnown ? { provider, result } : null
}
