import type { FetchOptions, TokensOptions, TokensResult } from '../model/provider-tokens.js'
import type { NamedReason, Reason } from './problem-sentences.js'
import type { ForRequest } from './sessions-api.js'
import type { AuthConfigError } from './type-rules/error-message-types.js'

/** Sends requests to a provider's API with the access token of the user. */
export type ProviderFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Reads the tokens of a user without a request, for example in jobs. */
export interface TokensOfUser<Id extends string> {
  /** Returns the tokens of any user. Check first that the caller is allowed to use them. */
  forUser(userId: string, provider: Id, options?: TokensOptions & ForRequest): Promise<TokensResult>
  /**
   * Revokes all tokens of any user at the providers, for example before the application deletes the user. If the
   * adapter has `updateAccount`, stored access and refresh tokens are cleared first. Failures of providers are
   * logged. Rejects with `AdapterError` if the database fails.
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
 * Returns the tokens of the signed-in user at a provider, and refreshes them if they expire soon.
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

export interface TokenCookies {
  /**
   * The headers of the response. `Set-Cookie` is appended if tokens were refreshed. Without this option, the browser
   * keeps the old tokens, and only the `store` has the new tokens.
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

/** The type of `tokens` and `fetch`, depending on where tokens are stored. */
export interface TokenControls<Stored, Held = Stored> {
  stored: Stored
  managed: Stored
  cookie: Held
  /** There is no adapter. */
  nowhere: AuthConfigError<Reason<'tokensNeedAdapter'>>
  /** The adapter lacks a method. */
  lacking: AuthConfigError<NamedReason<'adapterLacks', '`tokens`', 'listAccountsByUserId'>>
}
