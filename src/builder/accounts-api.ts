import type {
  AccountReference,
  LinkedAccount,
  LinkStart,
  Passkey,
  RemovalResult,
  RenameResult,
} from '../model/account.js'
import type { NamedReason, Reason } from './problem-sentences.js'
import type { AuthConfigError } from './type-rules/error-message-types.js'

/** Options of `accounts.link`. */
export interface LinkAccountOptions {
  /**
   * Path on this site to redirect to afterwards. `linkResult` reads the result from the query of the resulting URL.
   * Default: the start page; in Next.js, SvelteKit and SolidStart, the current page.
   */
  redirectTo?: string | undefined
  /** Scopes to request in addition to the configured scopes and those that the user has already granted. */
  scopes?: readonly string[] | undefined
  /** The APIs to request access tokens for, as absolute URIs. Default: those of the configuration. */
  resources?: readonly string[] | undefined
}

/** The linked accounts of the signed-in user. */
export interface CurrentAccounts<Id extends string> {
  /** Returns the accounts without tokens, or `null` if no user is signed in. */
  list(): Promise<readonly LinkedAccount[] | null>
  /** Starts to link an account. Redirect the browser to `url`. Requires a recent sign-in. */
  link(provider: Id, options?: LinkAccountOptions): Promise<LinkStart>
  /**
   * Unlinks an account and revokes its tokens. Requires a recent sign-in. May reject with `StoreError` while
   * another request removes a sign-in method.
   */
  unlink(account: AccountReference): Promise<RemovalResult>
}

/** The passkeys of the signed-in user. */
export interface CurrentPasskeys {
  /** Returns the passkeys without their public keys, or `null` if no user is signed in. */
  list(): Promise<readonly Passkey[] | null>
  /** Sets the name of a passkey, cut off after 100 characters. An empty string removes the name. */
  rename(id: string, name: string): Promise<RenameResult>
  /**
   * Removes a passkey. Requires a recent sign-in. May reject with `StoreError` while another request removes a
   * sign-in method.
   */
  remove(id: string): Promise<RemovalResult>
}

/** Result of starting to link an account. */
export type LinkStartWithHeaders =
  | (Extract<LinkStart, { ok: true }> & {
      /** The `Set-Cookie` headers to send. */
      headers: Headers
    })
  | Extract<LinkStart, { ok: false }>

/**
 * The linked accounts of the signed-in user of a request.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { google } from 'authwright/providers/google'
 *
 * const auth = createAuth().provider(google()).adapter(sqlite('auth.db')).build()
 *
 * export async function disconnectGoogle(request: Request): Promise<string> {
 *   const [account] = (await auth.accounts.list(request)) ?? []
 *   if (!account) return 'There is no account.'
 *   const result = await auth.accounts.unlink(account, { request })
 *   return result.ok ? 'Google is disconnected.' : result.reason
 * }
 * ```
 */
export interface RequestAccounts<Id extends string> {
  /** Returns the accounts without tokens, or `null` if no user is signed in. */
  list(request: Request): Promise<readonly LinkedAccount[] | null>
  /** Starts to link an account. Redirect the browser to `url` with `headers`. Requires a recent sign-in. */
  link(provider: Id, options: LinkAccountOptions & { request: Request }): Promise<LinkStartWithHeaders>
  /**
   * Unlinks an account and revokes its tokens. Requires a recent sign-in. May reject with `StoreError` while
   * another request removes a sign-in method.
   */
  unlink(account: AccountReference, options: { request: Request }): Promise<RemovalResult>
}

/** The passkeys of the signed-in user of a request. */
export interface RequestPasskeys {
  /** Returns the passkeys without their public keys, or `null` if no user is signed in. */
  list(request: Request): Promise<readonly Passkey[] | null>
  /** Sets the name of a passkey, cut off after 100 characters. An empty string removes the name. */
  rename(id: string, name: string, options: { request: Request }): Promise<RenameResult>
  /**
   * Removes a passkey. Requires a recent sign-in. May reject with `StoreError` while another request removes a
   * sign-in method.
   */
  remove(id: string, options: { request: Request }): Promise<RemovalResult>
}

/** The type of `auth.accounts`. TypeScript prints the reason if the code calls a method that cannot work. */
export interface AccountControls<Stored> {
  stored: Stored
  managed: Stored
  /** There is no adapter. */
  nowhere: AuthConfigError<Reason<'accountsNeedAdapter'>>
  cookie: AuthConfigError<Reason<'accountsNeedAdapter'>>
  /** The adapter lacks a method. */
  lacking: AuthConfigError<NamedReason<'adapterLacks', '`accounts`', 'listAccountsByUserId'>>
}

/** The type of `auth.passkeys`. TypeScript prints the reason if the code calls a method that cannot work. */
export interface PasskeyControls<Managed> {
  managed: Managed
  /** The adapter lacks methods. */
  stored: AuthConfigError<NamedReason<'adapterLacks', '`passkeys`', PasskeyMethods>>
  lacking: AuthConfigError<NamedReason<'adapterLacks', '`passkeys`', PasskeyMethods>>
  /** There is no adapter. */
  nowhere: AuthConfigError<Reason<'accountsNeedAdapter'>>
  cookie: AuthConfigError<Reason<'accountsNeedAdapter'>>
}

type PasskeyMethods = 'listAccountsByUserId, updateAuthenticatorName, deleteAuthenticator'
