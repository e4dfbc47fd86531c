import type { FetchOptions, TokensOptions, TokensResult } from '../model/provider-tokens.js'
import type { NamedReason, Reason } from './problem-sentences.js'
import type { AuthConfigError } from './rules/refused.js'
import type { ForRequest } from './sessions.js'

/** Sends requests to a provider's API with the access token of the user. */
export type ProviderFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Reads the tokens of a user without a request, for example in jobs. */
export interface TokensOfUser<Id extends string> {
  /** Returns the tokens of any user. Check first that the caller is allowed to use them. */
  forUser(userId: string, provider: Id, options?: TokensOptions & ForRequest): Promise<TokensResult>
  /**
   * Revokes all tokens of any user at the providers, for example before the application deletes the user. Stored access and refresh tokens
   * are cleared first, including those for resources, so `tokens` resolves to `'reauthenticate'` until the next sign-in. If the adapter
   * lacks `updateAccount`, they remain stored, and `tokens` can return an access token that the provider has revoked. Waits for providers
   * for at most a second and logs failures. If the adapter lacks `updateAccountIf`, it also waits for a running refresh, about 10
   * seconds at most. Rejects with `AdapterError` if the database fails.
   *
   * @example
   * ```ts
   * import { createAuth } from 'authwright'
   * import { sqlite } from 'authwright/adapters/sqlite'
   * import { google } from 'authwright/providers/google'
   *
   * const auth = createAuth().provider(google()).adapter(sqlite('auth.db')).build()
   *
   * export const revokeTokens = (userId: string) => auth.tokens.revokeAll(userId)
   * ```
   *
   * @see https://www.rfc-editor.org/rfc/rfc7009.html
   */
  revokeAll(userId: string, options?: ForRequest): Promise<void>
}

/**
 * Returns the tokens of the signed-in user at a provider, and refreshes them if they expire soon. Concurrent
 * calls for the same tokens send one request to the provider, also in several processes that share a `store`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { google } from 'authwright/providers/google'
 *
 * const auth = createAuth().provider(google()).adapter(sqlite('auth.db')).build()
 *
 * export async function accessToken(request: Request): Promise<string | undefined> {
 *   const tokens = await auth.tokens(request, 'google')
 *   return tokens.ok ? tokens.accessToken : undefined
 * }
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-6
 */
export interface RequestTokens<Id extends string> extends TokensOfUser<Id> {
  (request: Request, provider: Id, options?: TokensOptions): Promise<TokensResult>
}

/** Returns the tokens of the signed-in user of the current request, which the framework provides. */
export type CurrentTokens<Id extends string> = (
  provider: Id,
  options?: TokensOptions,
) => Promise<TokensResult>

/** Creates a `fetch` for the signed-in user of the current request. */
export type CurrentFetch<Id extends string> = (provider: Id, options?: FetchOptions) => ProviderFetch

/** Creates a `fetch` for the signed-in user of a request. */
export type RequestFetch<Id extends string> = (
  request: Request,
  provider: Id,
  options?: FetchOptions,
) => ProviderFetch

/** An option if tokens are stored in a cookie: the response that sets the cookies of refreshed tokens. */
export interface TokenCookies {
  /**
   * The headers of the response. `Set-Cookie` is appended if tokens were refreshed. Without this option, the
   * browser keeps the old tokens, and only the `store` has the new tokens. It keeps them until an hour after
   * the new access token expires, but at most 25 hours. If the expiry is unknown, it keeps them for an hour.
   */
  headers?: Headers | undefined
}

/** The type of `tokens` if tokens are stored in a cookie. */
export type HeldTokens<Id extends string> = (
  request: Request,
  provider: Id,
  options?: TokensOptions & TokenCookies,
) => Promise<TokensResult>

/** The type of `fetch` if tokens are stored in a cookie. */
export type HeldFetch<Id extends string> = (
  request: Request,
  provider: Id,
  options?: FetchOptions & TokenCookies,
) => ProviderFetch

/**
 * The type of `tokens` and `fetch`. `Stored` applies if an adapter stores tokens. `Held` applies if a cookie
 * stores them. The tokens of other users are not available from a cookie.
 */
export interface TokenControls<Stored, Held = Stored> {
  stored: Stored
  managed: Stored
  cookie: Held
  /** There is no adapter. TypeScript prints the reason if the code calls it. */
  nowhere: AuthConfigError<Reason<'tokensNeedAdapter'>>
  /** The adapter lacks a method. TypeScript prints the reason if the code calls it. */
  lacking: AuthConfigError<NamedReason<'adapterLacks', '`tokens`', 'listAccountsByUserId'>>
}
