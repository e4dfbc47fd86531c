import type { FetchOptions, TokensOptions, TokensResult } from '../model/provider-tokens.js'
import type { NamedReason, Reason } from './problem-sentences.js'
import type { AuthConfigError } from './rules/refused.js'
import type { ForRequest } from './sessions.js'

/** Sends requests to an API of a provider with the access token of the user. */
export type ProviderFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Reads the tokens of a user without a request, for jobs. */
export interface TokensOfUser<Id extends string> {
  /** The tokens of any user. Check first whether the caller may have them. */
  forUser(userId: string, provider: Id, options?: TokensOptions & ForRequest): Promise<TokensResult>
  /**
   * Revokes all tokens of any user at the providers, such as before the application deletes the user. The stored access and refresh tokens are cleared
   * first, those for resources as well, so that `tokens` resolves to `'reauthenticate'` until the next sign-in. It waits for providers for a second at most;
   * one that fails is logged. Where the adapter lacks `updateAccountIf`, it waits for a refresh that is in progress, for 12 seconds at most. Rejects with
   * `AdapterError` where the database fails.
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
 * Reads the tokens of the signed-in user at a provider, and refreshes them where they end soon. Of concurrent calls, in one process or
 * in several, one sends a request to the provider.
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

/** The same for the current request, where a framework knows it. */
export type CurrentTokens<Id extends string> = (
  provider: Id,
  options?: TokensOptions,
) => Promise<TokensResult>

/** Makes the function that sends requests as the signed-in user of the current request. */
export type CurrentFetch<Id extends string> = (provider: Id, options?: FetchOptions) => ProviderFetch

/** Makes the function that sends requests as the signed-in user of a request. */
export type RequestFetch<Id extends string> = (
  request: Request,
  provider: Id,
  options?: FetchOptions,
) => ProviderFetch

/** Where the cookies of new tokens go, for tokens that are stored in a cookie. */
export interface TokenCookies {
  /**
   * The headers of the response, to which `Set-Cookie` is appended where tokens were refreshed. Default: the browser keeps the old tokens, and this
   * process, or the `store`, has the new ones for an hour.
   */
  headers?: Headers | undefined
}

/** The same where tokens are stored in a cookie of the browser. */
export type HeldTokens<Id extends string> = (
  request: Request,
  provider: Id,
  options?: TokensOptions & TokenCookies,
) => Promise<TokensResult>

/** The same where tokens are stored in a cookie of the browser. */
export type HeldFetch<Id extends string> = (
  request: Request,
  provider: Id,
  options?: FetchOptions & TokenCookies,
) => ProviderFetch

/**
 * What a configuration has in place of tokens. `Stored` is what it has where an adapter stores them, and `Held` where a cookie of the browser
 * keeps them: without one, there are no tokens of any other user.
 */
export interface TokenControls<Stored, Held = Stored> {
  stored: Stored
  managed: Stored
  cookie: Held
  /** Without an adapter; calling it prints the reason. */
  nowhere: AuthConfigError<Reason<'tokensNeedAdapter'>>
  /** The adapter lacks a method for it; calling it prints the reason. */
  lacking: AuthConfigError<NamedReason<'adapterLacks', '`tokens`', 'listAccountsByUserId'>>
}
