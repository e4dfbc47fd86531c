// biome-ignore lint/suspicious/noTsIgnore: an application without SvelteKit must still compile what is emitted from here.
/** @ts-ignore */
import type { ActionFailure, RequestEvent } from '@sveltejs/kit'
import type {
  AccountControls,
  CurrentAccounts,
  CurrentPasskeys,
  PasskeyControls,
} from '../../builder/accounts.js'
import type {
  FlowOption,
  LinkOptions,
  ParamsOf,
  ProviderSignOutOptions,
  SignInId,
} from '../../builder/auth.js'
import type { AuthTypes } from '../../builder/auth-types.js'
import type { CurrentPasswords, PasswordControls } from '../../builder/passwords.js'
import type { TypesOf } from '../../builder/registered-types.js'
import type { SessionControls } from '../../builder/sessions.js'
import type {
  CurrentFetch,
  CurrentTokens,
  ProviderFetch,
  TokenControls,
  TokensOfUser,
} from '../../builder/tokens.js'
import type { ErrorType } from '../../errors.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { Health, HealthOptions } from '../../model/health.js'
import type { FetchOptions, TokensOptions, TokensResult } from '../../model/provider-tokens.js'
import type { UseHandle } from '../instance-names.js'

/** The part of a SvelteKit event that is read, in a hook, `load` function, action, endpoint or remote function. */
export type AuthEvent = Pick<
  RequestEvent,
  'cookies' | 'isDataRequest' | 'locals' | 'platform' | 'request' | 'url'
> & {
  /** The client's IP address, from Kit's adapter. Throws if the adapter does not know it. */
  getClientAddress?(): string
  /** Whether the request calls a remote function. `undefined` in versions of Kit without remote functions. */
  readonly isRemoteRequest?: boolean
}

/**
 * The type of `event.locals`, for an instance or its `handle`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright/sveltekit'
 * import type { AuthLocals } from 'authwright/sveltekit'
 * import { github } from 'authwright/providers/github'
 *
 * const auth = createAuth().provider(github()).build()
 *
 * declare global {
 *   namespace App {
 *     interface Locals extends AuthLocals<typeof auth> {}
 *   }
 * }
 * ```
 */
export interface AuthLocals<Instance> {
  /** Reads the session of the request and the tokens of its user. */
  auth: LocalsAuth<TypesOf<Instance>>
}

/** The type of `event.locals.auth`. */
export interface LocalsAuth<Types> {
  /** Returns the session, or `null` if no user is signed in. It is read once per request. */
  (): Promise<(Types extends { session: infer Session } ? Session : unknown) | null>
  /** Returns the tokens of the signed-in user at a provider. Tokens that expire soon are refreshed. */
  tokens: TokensPart<Types, 'tokens'>
  /** Returns a `fetch` that sends the access token of the signed-in user, only to the `apiOrigins` of the provider. */
  fetch: TokensPart<Types, 'fetch'>
  /** Lists, links and unlinks the accounts of the signed-in user. */
  accounts: Types extends {
    tokenId: infer Id extends string
    tokens: infer Place extends keyof AccountControls<unknown>
  }
    ? AccountControls<CurrentAccounts<Id>>[Place]
    : unknown
  /** Lists, renames and removes the passkeys of the signed-in user. */
  passkeys: Types extends { tokens: infer Place extends keyof PasskeyControls<unknown> }
    ? PasskeyControls<CurrentPasskeys>[Place]
    : unknown
  /** Signs up with a password, and sets, changes, resets and removes passwords. */
  passwords: Types extends {
    passwords: infer Place extends keyof PasswordControls<unknown>
    signUp: infer Fields
  }
    ? PasswordControls<CurrentPasswords<Fields>>[Place]
    : unknown
}

/** The methods `tokens` or `fetch` for the current user. */
export type TokensPart<Types, Part extends 'tokens' | 'fetch'> = Types extends {
  tokenId: infer Id extends string
  tokens: infer Place extends keyof TokenControls<unknown>
}
  ? TokenControls<{ tokens: CurrentTokens<Id>; fetch: CurrentFetch<Id> }[Part]>[Place]
  : unknown

/** Reads tokens in code that has an event. */
export interface SvelteKitTokens<Id extends string> extends TokensOfUser<Id> {
  /** Returns the tokens of the signed-in user, or the reason why there are none. Refreshes an expired access token. */
  (event: AuthEvent, provider: Id, options?: TokensOptions): Promise<TokensResult>
}

/** The hook: handles the routes below the base path, and adds `auth` to `event.locals`. */
export interface SvelteKitHandle<T extends AuthTypes> {
  /** Responds to a request of the routes. Calls `resolve` for all others. */
  (input: { event: RequestEvent; resolve(event: RequestEvent): Awaitable<Response> }): Promise<Response>
  /** Types only: `undefined` at run time. */
  readonly '~types'?: T
}

/** Options of `auth.protect()`. */
export interface ProtectOptions {
  /** Path of the application to redirect to after the sign-in. Default: the requested page. */
  redirectTo?: string
}

/** Reads the session, and protects pages and requests. */
export interface SvelteKitAuthFunction<T extends AuthTypes> {
  /** Returns the session of an event, or `null`, like `event.locals.auth()`. */
  (event: AuthEvent): Promise<T['session'] | null>
  /**
   * Returns the session of the signed-in user. Without a session, a page, a form action, and a `query` or
   * `form` of `$app/server` redirect to the sign-in page (303). Every other request, including a `command`
   * and a `query.batch`, gets 401.
   */
  protect(event: AuthEvent, options?: ProtectOptions): Promise<T['session']>
  /** Returns the tokens of the signed-in user at a provider, like `event.locals.auth.tokens()`. Tokens that expire soon are refreshed. */
  tokens: TokenControls<
    SvelteKitTokens<T['tokenId']>,
    (event: AuthEvent, provider: T['tokenId'], options?: TokensOptions) => Promise<TokensResult>
  >[T['tokens']]
  /** Returns a `fetch` that sends the access token of the signed-in user, only to the `apiOrigins` of the provider. */
  fetch: TokenControls<
    (event: AuthEvent, provider: T['tokenId'], options?: FetchOptions) => ProviderFetch
  >[T['tokens']]
  /**
   * Checks whether this process can serve requests: its configuration can be resolved, and has a secret. Use
   * it in a route for load balancers. With `{ deep: true }`, for monitoring, it also checks that the
   * database, its replica and the store respond within `timeLimit`, that their clocks agree, and that all
   * processes have the same secrets. Failures are part of the result and are not thrown.
   *
   * @example
   * ```ts
   * import { createAuth } from 'authwright/sveltekit'
   * import { github } from 'authwright/providers/github'
   *
   * const { auth } = createAuth().provider(github()).build()
   *
   * export async function GET() {
   *   const { ok } = await auth.health()
   *   return new Response(null, { status: ok ? 200 : 503 })
   * }
   * ```
   */
  health(options?: HealthOptions): Promise<Health>
  /** Types only: `undefined` at run time. */
  readonly '~types'?: T
}

/** Why a sign-in was refused. The page receives it as `form`. */
export interface SignInRefusal {
  /**
   * The type of the error, such as `'CredentialsSignin'` or `'RateLimited'`; `'Unavailable'` if the server is temporarily unavailable,
   * `'Configuration'` if it is misconfigured.
   */
  error: ErrorType | 'Configuration' | 'Unavailable'
  /** The `code` of the `CredentialsSignin` error. */
  code: string | undefined
  /** The id of the form's provider. */
  providerId: string | undefined
  /**
   * The input to show in the form again: the values of the provider's `fields`, by name. Passwords and codes
   * are never included. Empty if `input` is a schema and the provider has no `fields`.
   */
  typed: Record<string, string>
  /** Seconds until the next attempt is allowed, if known. */
  retryAfter: number | undefined
}

/** Options of `signIn` and `signOut`. */
export interface SvelteKitRedirectOptions {
  /** Path of the application to redirect to afterwards. Default: the current page. For a sign-in, the `callbackUrl` in its URL is used first. */
  redirectTo?: string
}

/** Arguments of `signIn` after the provider. Optional, unless the provider has required fields. */
export type SvelteKitSignInArguments<Fields, Params, Id, Flow = never> = Id extends keyof Fields
  ? [
      options: SvelteKitRedirectOptions & Fields[Id] & FlowOption<Flow>,
      authorizationParams?: ParamsOf<Params, Id>,
    ]
  : [
      options?: SvelteKitRedirectOptions & LinkOptions & FlowOption<Flow>,
      authorizationParams?: ParamsOf<Params, Id>,
    ]

/** Starts a sign-in. */
export interface SvelteKitSignIn<T extends AuthTypes> {
  /** Signs in with a provider, from an action, an endpoint or a remote form. Throws an `AuthError` if the sign-in is refused. */
  <Id extends string | undefined>(
    event: AuthEvent,
    provider: SignInId<T['id'], Id>,
    ...args: SvelteKitSignInArguments<T['fields'], T['params'], Id, T['flow']>
  ): Promise<never>
  /**
   * A form action. Form fields: `providerId`, the provider; `redirectTo`, the path to redirect to afterwards; `link` with the value `true`,
   * which links the account to the signed-in user; `authorizationParams-display`, `-login_hint`, `-prompt` and `-ui_locales`, parameters of
   * the authorization endpoint. All other fields are passed to the provider. Without a provider, it redirects to the sign-in page. The page
   * receives a refusal as `form`.
   */
  (event: AuthEvent): Promise<ActionFailure<SignInRefusal>>
}

/**
 * Authentication for SvelteKit.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright/sveltekit'
 * import { github } from 'authwright/providers/github'
 *
 * export const { handle, signIn, signOut, auth } = createAuth().provider(github()).build()
 * ```
 */
export interface SvelteKitAuth<T extends AuthTypes> extends UseHandle {
  /** The hook for `hooks.server.ts`. */
  handle: SvelteKitHandle<T>
  /** Starts a sign-in, as a form action or as a function. */
  signIn: SvelteKitSignIn<T>
  /**
   * Ends the session: as a form action with the field `redirectTo`, or with options. With `provider: true`, or the form field `provider` with
   * the value `true`, the browser is redirected to the provider to sign out there too, and from there to `redirectTo`.
   */
  signOut(
    event: AuthEvent,
    options?: SvelteKitRedirectOptions & ProviderSignOutOptions,
  ): Promise<ActionFailure<SignInRefusal>>
  /** Reads the session, and protects pages. */
  auth: SvelteKitAuthFunction<T>
  /** Updates the session: the `jwt` and `session` callbacks receive `data` and decide what to store. */
  update(event: AuthEvent, data: T['update']): Promise<T['session'] | null>
  /** Lists and revokes sessions of users. The strategy and the adapter determine the available methods. */
  sessions: SessionControls[T['sessions']]
  /** Types only: `undefined` at run time. */
  readonly '~types'?: T
}

declare module '../../builder/build-results.js' {
  interface BuildResults<T extends AuthTypes> {
    sveltekit: SvelteKitAuth<T>
  }
  interface ConfigureInputs {
    sveltekit: RequestEvent
  }
}
