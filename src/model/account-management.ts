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
  /** Whether it is kept on several devices, such as by an account of Apple or Google. */
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
