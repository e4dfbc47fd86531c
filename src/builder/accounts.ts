import type {
  AccountReference,
  LinkedAccount,
  LinkStart,
  Passkey,
  RemovalResult,
  RenameResult,
} from '../model/account.js'
import type { NamedReason, Reason } from './problem-sentences.js'
import type { AuthConfigError } from './rules/refused.js'

/** How an account is linked. */
export interface LinkAccountOptions {
  /** Where to go afterwards: a path of the site. `linkResult` reads from its query how linking ended. */
  redirectTo?: string | undefined
  /** Scopes to request besides those of its configuration. Default: none. */
  scopes?: readonly string[] | undefined
  /** The APIs to request access tokens for, as absolute URIs. Default: those of its configuration. */
  resources?: readonly string[] | undefined
}

/** The accounts of the signed-in user of the current request, where a framework knows it. */
export interface CurrentAccounts<Id extends string> {
  /** The accounts, without tokens; `null` where no user is signed in. */
  list(): Promise<readonly LinkedAccount[] | null>
  /** Starts to link an account: send the browser to `url`. The session must be that of a recent sign-in. */
  link(provider: Id, options?: LinkAccountOptions): Promise<LinkStart>
  /** Unlinks an account, and revokes its tokens. The session must be that of a recent sign-in. Rejects with `StoreError` while another request removes one. */
  unlink(account: AccountReference): Promise<RemovalResult>
}

/** The passkeys of the signed-in user of the current request, where a framework knows it. */
export interface CurrentPasskeys {
  /** The passkeys, without keys; `null` where no user is signed in. */
  list(): Promise<readonly Passkey[] | null>
  /** Stores the name of a passkey, up to 100 characters. An empty name removes it. */
  rename(id: string, name: string): Promise<RenameResult>
  /** Removes a passkey. The session must be that of a recent sign-in. */
  remove(id: string): Promise<RemovalResult>
}

/** The result of starting to link an account, with the cookies of the flow. */
export type LinkStartWithHeaders =
  | (Extract<LinkStart, { ok: true }> & {
      /** The `Set-Cookie` headers to send. */
      headers: Headers
    })
  | Extract<LinkStart, { ok: false }>

/**
 * The accounts of the signed-in user of a request.
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
  /** The accounts, without tokens; `null` where no user is signed in. */
  list(request: Request): Promise<readonly LinkedAccount[] | null>
  /** Starts to link an account: send the browser to `url`, with `headers`. The session must be that of a recent sign-in. */
  link(provider: Id, options: LinkAccountOptions & { request: Request }): Promise<LinkStartWithHeaders>
  /** Unlinks an account, and revokes its tokens. The session must be that of a recent sign-in. Rejects with `StoreError` while another request removes one. */
  unlink(account: AccountReference, options: { request: Request }): Promise<RemovalResult>
}

/** The passkeys of the signed-in user of a request. */
export interface RequestPasskeys {
  /** The passkeys, without keys; `null` where no user is signed in. */
  list(request: Request): Promise<readonly Passkey[] | null>
  /** Stores the name of a passkey, up to 100 characters. An empty name removes it. */
  rename(id: string, name: string, options: { request: Request }): Promise<RenameResult>
  /** Removes a passkey. The session must be that of a recent sign-in. */
  remove(id: string, options: { request: Request }): Promise<RemovalResult>
}

/** The type of `auth.accounts`, by where tokens and accounts are stored. */
export interface AccountControls<Stored> {
  stored: Stored
  managed: Stored
  /** Without an adapter; calling it prints the reason. */
  nowhere: AuthConfigError<Reason<'accountsNeedAdapter'>>
  cookie: AuthConfigError<Reason<'accountsNeedAdapter'>>
  /** The adapter lacks a method for it; calling it prints the reason. */
  lacking: AuthConfigError<NamedReason<'adapterLacks', '`accounts`', 'listAccountsByUserId'>>
}

/** The type of `auth.passkeys`, by where tokens and accounts are stored. */
export interface PasskeyControls<Managed> {
  managed: Managed
  /** The adapter lacks methods for it; calling it prints the reason. */
  stored: AuthConfigError<NamedReason<'adapterLacks', '`passkeys`', PasskeyMethods>>
  lacking: AuthConfigError<NamedReason<'adapterLacks', '`passkeys`', PasskeyMethods>>
  /** Without an adapter; calling it prints the reason. */
  nowhere: AuthConfigError<Reason<'accountsNeedAdapter'>>
  cookie: AuthConfigError<Reason<'accountsNeedAdapter'>>
}

type PasskeyMethods = 'listAccountsByUserId, updateAuthenticatorName, deleteAuthenticator'
