import type { ProviderType } from './provider-type.js'

/** Links a user to a provider, with the fields of the token response. */
export interface Account<out Id extends string = string> extends TokenSet {
  /** The provider's id. */
  provider: Id
  /**
   * The user's id at the provider. For WebAuthn, the id of the credential. For `password()`, the id of the user. For
   * e-mail, the e-mail address.
   */
  providerAccountId: string
  /** The type of the provider. */
  type: ProviderType
  /** The id of the user, once the account is stored. */
  userId?: string | undefined
}

/**
 * A token response.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.1
 */
export interface TokenSet {
  /** The access token. */
  readonly access_token?: string | undefined
  /** The refresh token. */
  readonly refresh_token?: string | undefined
  /** The ID token. */
  readonly id_token?: string | undefined
  /** The granted scopes, as the provider writes them. */
  readonly scope?: string | undefined
  /** The token type, in lower case. */
  readonly token_type?: Lowercase<string> | undefined
  /** Lifetime of `access_token` in seconds. */
  readonly expires_in?: number | undefined
  /** When `access_token` expires, in seconds since 1970. */
  readonly expires_at?: number | undefined
  /**
   * The state of the session at the provider.
   *
   * @see https://openid.net/specs/openid-connect-session-1_0.html#CreatingUpdatingSessions
   */
  readonly session_state?: string | undefined
  /** The granted authorization details. */
  readonly authorization_details?: readonly AuthorizationDetails[] | undefined
}

/**
 * A permission in detail, such as one payment of a certain amount.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9396.html#section-2
 */
export interface AuthorizationDetails {
  /** The type, which defines the other members. */
  readonly type: string
  /** The URIs of the resource servers. */
  readonly locations?: readonly string[]
  /** The actions at the resource. */
  readonly actions?: readonly string[]
  /** The kinds of data. */
  readonly datatypes?: readonly string[]
  /** The privileges at the resource. */
  readonly privileges?: readonly string[]
  /** A specific resource. */
  readonly identifier?: string
  /** Other members that the type defines. */
  readonly [parameter: string]: unknown
}

/** An account at a provider that a user signs in with. Contains no tokens. */
export interface LinkedAccount {
  /** The provider's id. */
  provider: string
  /** The user's id at the provider. */
  providerAccountId: string
  /** The type of the provider. */
  type: 'oauth' | 'oidc'
  /** The granted scopes, as the provider writes them. */
  scopes: readonly string[]
  /** Whether the account can be unlinked. */
  removable: boolean
}

/** Identifies an account. */
export interface AccountReference {
  /** The provider's id. */
  provider: string
  /** The user's id at the provider. */
  providerAccountId: string
}

/** A passkey of a user, without its public key. */
export interface Passkey {
  /** The credential id in base64url: `credential.id` in browsers. */
  id: string
  /** The id of the WebAuthn provider. */
  provider: string
  /** The name of the passkey, or `null`. */
  name: string | null
  /** Whether the passkey is synced between devices. */
  synced: boolean
  /** How browsers communicate with the authenticator, such as `'internal'` or `'usb'`. */
  transports: readonly string[]
  /** Whether the passkey can be removed. */
  removable: boolean
}

/**
 * Why an account or a passkey was not removed:
 *
 * - `'signedOut'`: no user is signed in.
 * - `'reauthenticate'`: the user must sign in again first.
 * - `'notFound'`: the user has no such account or passkey.
 * - `'lastSignInMethod'`: the user has no other way to sign in.
 */
export type RemovalFailure = 'signedOut' | 'reauthenticate' | 'notFound' | 'lastSignInMethod'

/** Result of removing an account or a passkey. */
export type RemovalResult = { ok: true } | { ok: false; reason: RemovalFailure }

/** Result of renaming a passkey. */
export type RenameResult = { ok: true } | { ok: false; reason: 'signedOut' | 'notFound' }

/** Result of starting to link an account. */
export type LinkStart = { ok: true; url: string } | { ok: false; reason: 'signedOut' | 'reauthenticate' }

/** Result of linking an account. */
export interface LinkResult {
  /** The id of the provider. */
  provider: string
  /**
   * - `'linked'`: the account is now linked to the user.
   * - `'alreadyLinked'`: it was already linked to the user.
   * - `'otherUser'`: it is linked to another user.
   */
  result: 'linked' | 'alreadyLinked' | 'otherUser'
}

const PROVIDER_PARAM = 'linkProvider'
const RESULT_PARAM = 'linkResult'

export function linkResultParams({ provider, result }: LinkResult): Readonly<Record<string, string>> {
  return { [PROVIDER_PARAM]: provider, [RESULT_PARAM]: result }
}

/** The query of a URL, in one of the forms in which frameworks pass it. */
export type QueryInput =
  | URL
  | URLSearchParams
  | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Reads the result of linking an account from the query of the page to which the browser returned. Use it only for a
 * message: any link can contain such a query.
 *
 * @example
 * ```ts
 * import { linkResult } from 'authwright'
 *
 * export function message(url: URL): string | undefined {
 *   const linked = linkResult(url)
 *   return linked?.result === 'otherUser' ? `This account of ${linked.provider} is linked to another user.` : undefined
 * }
 * ```
 */
export function linkResult(query: QueryInput): LinkResult | null {
  // `instanceof` would exclude `NextURL`, and a `URL` of another realm.
  const params = [(query as URL).searchParams, query].find(isSearchParams)
  const read = (name: string): unknown =>
    params ? params.get(name) : (query as Readonly<Record<string, unknown>>)[name]
  const [provider, result] = [read(PROVIDER_PARAM), read(RESULT_PARAM)]
  const isResult = result === 'linked' || result === 'alreadyLinked' || result === 'otherUser'
  return typeof provider === 'string' && isResult ? { provider, result } : null
}

function isSearchParams(value: unknown): value is URLSearchParams {
  return typeof (value as { get?: unknown } | undefined)?.get === 'function'
}
