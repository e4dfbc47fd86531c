// biome-ignore lint/suspicious/noTsIgnore: an application without SvelteKit must be able to compile the declarations of this file.
/** @ts-ignore */
import type { ActionFailure, RequestEvent } from '@sveltejs/kit'
import type {
  AccountControls,
  CurrentAccounts,
  CurrentPasskeys,
  PasskeyControls,
} from '../../builder/accounts-api.js'
import type {
  FlowOption,
  LinkOptions,
  ParamsOf,
  ProviderSignOutOptions,
  SignInId,
} from '../../builder/auth.js'
import type { AuthTypes } from '../../builder/auth-types.js'
import type { CurrentPasswords, PasswordControls } from '../../builder/passwords-api.js'
import type { TypesOf } from '../../builder/registered-types.js'
import type { SessionControls } from '../../builder/sessions-api.js'
import type {
  CurrentFetch,
  CurrentTokens,
  ProviderFetch,
  TokenControls,
  TokensOfUser,
} from '../../builder/tokens-api.js'
import type { ErrorType } from '../../errors.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { Health, HealthOptions } from '../../model/health.js'
import type { FetchOptions, TokensOptions, TokensResult } from '../../model/provider-tokens.js'
import type { UseHandle } from '../instance-names.js'

/** The part of a SvelteKit event that is used. */
export type AuthEvent = Pick<
  RequestEvent,
  'cookies' | 'isDataRequest' | 'locals' | 'platform' | 'request' | 'url'
> & {
  /** Returns the client's IP address. Throws if Kit's adapter does not know it. */
  getClientAddress?(): string
  /** Whether the request calls a remote function. */
  readonly isRemoteRequest?: boolean
}

/**
 * The type of `event.locals`.
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
  /** Reads the session of the request. */
  auth: LocalsAuth<TypesOf<Instance>>
}

/** The type of `event.locals.auth`. */
export interface LocalsAuth<Types> {
  /** Returns the session, or `null` if no user is signed in. */
  (): Promise<(Types extends { session: infer Session } ? Session : unknown) | null>
  /** Returns the tokens of the signed-in user at a provider. */
  tokens: TokensPart<Types, 'tokens'>
  /** Returns a `fetch` that sends the access token of the signed-in user to the `apiOrigins` of the provider. */
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
  /** Returns the tokens of the signed-in user, or the reason why there are none. */
  (event: AuthEvent, provider: Id, options?: TokensOptions): Promise<TokensResult>
}

/** The hook: handles the routes below the base path, and adds `auth` to `event.locals`. */
export interface SvelteKitHandle<T extends AuthTypes> {
  /** Responds to requests of the routes, and calls `resolve` for others. */
  (input: { event: RequestEvent; resolve(event: RequestEvent): Awaitable<Response> }): Promise<Response>
  /** Types only: `undefined` at run time. */
  readonly '~types'?: T
}

/** Options of `auth.protect()`. */
export interface ProtectOptions {
  /** Path to redirect to after the sign-in. Default: the requested page. */
  redirectTo?: string
}

/** Reads the session, and protects pages and requests. */
export interface SvelteKitAuthFunction<T extends AuthTypes> {
  /** Returns the session of an event, or `null`. */
  (event: AuthEvent): Promise<T['session'] | null>
  /**
   * Returns the session. Without one, pages, form actions and the remote functions `query` and `form` redirect to the sign-in page, and
   * other requests get 401.
   */
  protect(event: AuthEvent, options?: ProtectOptions): Promise<T['session']>
  /** Returns the tokens of the signed-in user at a provider. */
  tokens: TokenControls<
    SvelteKitTokens<T['tokenId']>,
    (event: AuthEvent, provider: T['tokenId'], options?: TokensOptions) => Promise<TokensResult>
  >[T['tokens']]
  /** Returns a `fetch` that sends the access token of the signed-in user to the `apiOrigins` of the provider. */
  fetch: TokenControls<
    (event: AuthEvent, provider: T['tokenId'], options?: FetchOptions) => ProviderFetch
  >[T['tokens']]
  /**
   * Checks whether this process can serve requests. With `{ deep: true }`, it also checks the database, its replica and the store. Failures
   * are part of the result and are not thrown.
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

/** The reason why a sign-in was refused. */
export interface SignInRefusal {
  /** The type of the error, or `'Unavailable'` or `'Configuration'` for an error that the user cannot fix. */
  error: ErrorType | 'Configuration' | 'Unavailable'
  /** The `code` of the `CredentialsSignin` error. */
  code: string | undefined
  /** The id of the provider. */
  providerId: string | undefined
  /** The submitted values of the provider's `fields`, by name, to show in the form again. Passwords and codes are left out. */
  typed: Record<string, string>
  /** Seconds until the next attempt is allowed. */
  retryAfter: number | undefined
}

/** Options of `signIn` and `signOut`. */
export interface SvelteKitRedirectOptions {
  /** Path to redirect to afterwards. Default: the current page or, for a sign-in, the `callbackUrl` in its URL. */
  redirectTo?: string
}

/** Arguments of `signIn` after the provider. */
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
  /** Signs in with a provider. Throws an `AuthError` if the sign-in is refused. */
  <Id extends string | undefined>(
    event: AuthEvent,
    provider: SignInId<T['id'], Id>,
    ...args: SvelteKitSignInArguments<T['fields'], T['params'], Id, T['flow']>
  ): Promise<never>
  /**
   * A form action. The form has the fields of the provider, and can have the fields `providerId`, `redirectTo`, `link`,
   * `authorizationParams-display`, `-login_hint`, `-prompt` and `-ui_locales`. With `link` set to `true`, the account is linked to the
   * signed-in user. Without `providerId`, the action redirects to the sign-in page.
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
  /** Ends the session. With `provider: true`, or the form field `provider` with the value `true`, also signs out at the provider. */
  signOut(
    event: AuthEvent,
    options?: SvelteKitRedirectOptions & ProviderSignOutOptions,
  ): Promise<ActionFailure<SignInRefusal>>
  /** Reads the session, and protects pages. */
  auth: SvelteKitAuthFunction<T>
  /** Updates the session: the `jwt` and `session` callbacks receive `data`. */
  update(event: AuthEvent, data: T['update']): Promise<T['session'] | null>
  /** Lists and revokes sessions of users. */
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
