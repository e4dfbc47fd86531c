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
import type { TypesOf } from '../../builder/registered-types.js'
import type { ForRequest, SessionControls } from '../../builder/sessions.js'
import type {
  CurrentFetch,
  CurrentTokens,
  ProviderFetch,
  TokenControls,
  TokensOfUser,
} from '../../builder/tokens.js'
import type { ErrorType } from '../../errors.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { Health } from '../../model/health.js'
import type { FetchOptions, TokensOptions, TokensResult } from '../../model/provider-tokens.js'

/** The parts of an event of SvelteKit that are read: of a hook, a `load` function, an action, an endpoint, a remote function. */
export type AuthEvent = Pick<
  RequestEvent,
  'cookies' | 'isDataRequest' | 'locals' | 'platform' | 'request' | 'url'
> & {
  /** The address of the client, as Kit's adapter returns it. It throws where the adapter knows none. */
  getClientAddress?(): string
  /** Where Kit has remote functions: whether a page calls one. */
  readonly isRemoteRequest?: boolean
}

/**
 * What the hook adds to `event.locals`, typed by an instance or by its `handle`.
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
  /** Reads the session of the request, and the tokens of its user. */
  auth: LocalsAuth<TypesOf<Instance>>
}

/** What the hook adds, for an instance of these types. */
export interface LocalsAuth<Types> {
  /** The session, or `null` where no user is signed in. It is read once for a request. */
  (): Promise<(Types extends { session: infer Session } ? Session : unknown) | null>
  /** The tokens of the signed-in user at a provider, refreshed where they end soon. */
  tokens: TokensPart<Types, 'tokens'>
  /** Makes a `fetch` that sends the access token of the signed-in user, to origins that the provider lists only. */
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
}

/** A part of what reads the tokens of the current request's user. */
export type TokensPart<Types, Part extends 'tokens' | 'fetch'> = Types extends {
  tokenId: infer Id extends string
  tokens: infer Place extends keyof TokenControls<unknown>
}
  ? TokenControls<{ tokens: CurrentTokens<Id>; fetch: CurrentFetch<Id> }[Part]>[Place]
  : unknown

/** Reads tokens in code that has an event. */
export interface SvelteKitTokens<Id extends string> extends TokensOfUser<Id> {
  (event: AuthEvent, provider: Id, options?: TokensOptions): Promise<TokensResult>
}

/** The hook: handles the routes below the base path, and adds `auth` to `event.locals`. */
export interface SvelteKitHandle<T extends AuthTypes> {
  (input: { event: RequestEvent; resolve(event: RequestEvent): Awaitable<Response> }): Promise<Response>
  /** Types only. Never there at run time. */
  readonly '~types'?: T
}

/** The options of `auth.protect()`. */
export interface ProtectOptions {
  /** Where to go after signing in: a path of the application. Default: the requested page. */
  redirectTo?: string
}

/** Reads the session, and guards pages and requests. */
export interface SvelteKitAuthFunction<T extends AuthTypes> {
  /** The session of an event, or `null`: what `event.locals.auth()` returns. */
  (event: AuthEvent): Promise<T['session'] | null>
  /**
   * The session of the signed-in user. Without one, a page leads to the sign-in page (303), as do a
   * `query` and a `form` of `$app/server`, and any other request, a `command` included, gets 401.
   */
  protect(event: AuthEvent, options?: ProtectOptions): Promise<T['session']>
  /** The tokens of the signed-in user at a provider, refreshed where they end soon: what `event.locals.auth.tokens()` returns. */
  tokens: TokenControls<
    SvelteKitTokens<T['tokenId']>,
    (event: AuthEvent, provider: T['tokenId'], options?: TokensOptions) => Promise<TokensResult>
  >[T['tokens']]
  /** Makes a `fetch` that sends the access token of the signed-in user, to origins that the provider lists only. */
  fetch: TokenControls<
    (event: AuthEvent, provider: T['tokenId'], options?: FetchOptions) => ProviderFetch
  >[T['tokens']]
  /**
   * Whether the database and the store respond, and whether their clocks agree with this process's. It never throws. For the
   * route that a load balancer or a monitor requests.
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
  health(options?: ForRequest): Promise<Health>
  /** Types only. Never there at run time. */
  readonly '~types'?: T
}

/** Why a sign-in was refused: what the form gets as `form`. */
export interface SignInRefusal {
  /**
   * The type of the error, such as `'CredentialsSignin'` or `'RateLimited'`; `'Unavailable'` when the server cannot
   * respond now, `'Configuration'` when it cannot respond at all.
   */
  error: ErrorType | 'Configuration' | 'Unavailable'
  /** The `code` of the `CredentialsSignin` that was thrown. */
  code: string | undefined
  /** The provider that the form was for. */
  providerId: string | undefined
  /**
   * What was typed, for the form to show it again: the texts of the provider's `fields`, by name. Passwords and codes
   * are never among them, nor is anything that the provider does not name, as where `input` is a schema and there are no `fields`.
   */
  typed: Record<string, string>
  /** Seconds after which it can be tried again, where that is known. */
  retryAfter: number | undefined
}

/** The options of `signIn` and `signOut`. */
export interface SvelteKitRedirectOptions {
  /** Where to go afterwards: a path of the application. Default: the page that the browser is on. */
  redirectTo?: string
}

/** What follows the provider in `signIn`: optional, unless the provider has required fields. */
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
  /** Signs in with a provider, from an action, an endpoint or a remote form. Throws an `AuthError` when it is refused. */
  <Id extends string>(
    event: AuthEvent,
    provider: SignInId<T['id'], Id>,
    ...args: SvelteKitSignInArguments<T['fields'], T['params'], Id, T['flow']>
  ): Promise<never>
  /**
   * As a form action. The form's field `providerId` names the provider and `redirectTo` where to go afterwards, and `link` with the value `true` adds the account to the signed-in user; of
   * the parameters of the provider's authorization endpoint, a form may choose `display`, `login_hint`, `prompt` and
   * `ui_locales`, with `authorizationParams-` before the name; all other fields are those of the provider. Without a provider it leads to the sign-in page. What is refused is for the form to show.
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
export interface SvelteKitAuth<T extends AuthTypes> {
  handle: SvelteKitHandle<T>
  signIn: SvelteKitSignIn<T>
  /**
   * Ends the session: as a form action, whose field `redirectTo` says where to go, or with options. With `provider: true`, or a field
   * `provider` that is `true`, the browser goes to the provider, and from there to `redirectTo`.
   */
  signOut(
    event: AuthEvent,
    options?: SvelteKitRedirectOptions & ProviderSignOutOptions,
  ): Promise<ActionFailure<SignInRefusal>>
  auth: SvelteKitAuthFunction<T>
  /** Changes the session: the `jwt` and `session` callbacks decide what becomes of `data`. */
  update(event: AuthEvent, data: T['update']): Promise<T['session'] | null>
  /** Lists and ends sessions of users, as far as the strategy and the adapter can. */
  sessions: SessionControls[T['sessions']]
  /** Types only. Never there at run time. */
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
