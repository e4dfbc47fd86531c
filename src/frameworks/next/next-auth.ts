// biome-ignore lint/suspicious/noTsIgnore: an application without Next.js must be able to compile the declarations of this file.
/** @ts-ignore */
import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from 'next'
// biome-ignore lint/suspicious/noTsIgnore: as above.
/** @ts-ignore */
import type { NextFetchEvent, NextRequest } from 'next/server.js'
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
  RedirectHint,
  SignInId,
} from '../../builder/auth.js'
import type { AuthTypes } from '../../builder/auth-types.js'
import type { CurrentPasswords, PasswordControls } from '../../builder/passwords-api.js'
import type { BaseSession } from '../../builder/session-types.js'
import type { ListedSessions, RevocableSessions, SessionControls } from '../../builder/sessions-api.js'
import type { CurrentFetch, CurrentTokens, TokenControls, TokensOfUser } from '../../builder/tokens-api.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { Health, HealthOptions } from '../../model/health.js'
import type { SessionInfo } from '../../model/session-info.js'
import type { ActionForm } from '../action-options.js'
import type { UseHandlersInstead } from '../instance-names.js'

/** A request with its session. */
export interface NextAuthRequest<Session = BaseSession | null> extends NextRequest {
  /** The session, or `null` if no user is signed in. */
  auth: Session
}

/** The response of a middleware or a route handler. The type parameter is a hint, which TypeScript prints for other results. */
export interface HandlerResponse<_Hint extends string = 'Return a Response.'> extends Response {}

/** Argument of `auth(…)`: a middleware or a route handler. */
export type NextAuthHandler<Session, Context> = (
  request: NextAuthRequest<Session>,
  context: Context,
) => Awaitable<HandlerResponse | undefined | void>

/** A wrapped middleware or route handler. */
export type NextHandler<Context> = (request: NextRequest, context: Context) => Promise<Response>

/** The handlers of the catch-all route `app/api/auth/[...auth]/route.ts`. */
export interface NextHandlers {
  /** Handles GET requests. */
  GET(request: NextRequest): Promise<Response>
  /** Handles POST requests. */
  POST(request: NextRequest): Promise<Response>
}

/** Options of `auth.protect()`. */
export interface ProtectOptions {
  /** Path of the application to redirect to after the sign-in. Default: the start page. */
  redirectTo?: string
}

/** Reads the session, and protects pages and handlers. */
export interface NextAuthFunction<T extends AuthTypes> {
  /** In an API route of the Pages Router, returns the session, or `null`. */
  (request: NextApiRequest, response: NextApiResponse): Promise<T['session'] | null>
  /** Can be exported as a proxy: `export { auth as proxy } from './auth'`. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>
  /**
   * In `getServerSideProps`, returns the session, or `null`.
   *
   * The parameter is generic: with the type `GetServerSidePropsContext`, a compile error in a handler would list this overload as well.
   */
  <Context>(
    context: Context,
    ...none: Context extends GetServerSidePropsContext ? [] : [never]
  ): Promise<T['session'] | null>
  /** Wraps a middleware, a proxy or a route handler. */
  <Context = unknown>(handler: NextAuthHandler<T['session'] | null, Context>): NextHandler<Context>
  /**
   * In a server component, a server action or a route handler, returns the session, or `null`. This overload is the
   * last, because `ReturnType` uses the last one.
   */
  (): Promise<T['session'] | null>
  /** Returns the session. Without one, pages and server actions redirect to the sign-in page, and requests for data get 401. */
  protect(options?: ProtectOptions): Promise<T['session']>
  /** Returns the tokens of the signed-in user at a provider. */
  tokens: TokenControls<
    CurrentTokens<T['tokenId']> & TokensOfUser<T['tokenId']>,
    CurrentTokens<T['tokenId']>
  >[T['tokens']]
  /** Returns a `fetch` that sends the access token of the signed-in user to the `apiOrigins` of the provider. */
  fetch: TokenControls<CurrentFetch<T['tokenId']>>[T['tokens']]
  /** Lists, links and unlinks the accounts of the signed-in user. */
  accounts: AccountControls<CurrentAccounts<T['tokenId']>>[T['tokens']]
  /** Lists, renames and removes the passkeys of the signed-in user. */
  passkeys: PasskeyControls<CurrentPasskeys>[T['tokens']]
  /** Signs up with a password, and sets, changes, resets and removes passwords. */
  passwords: PasswordControls<CurrentPasswords<T['signUp']>>[T['passwords']]
  /**
   * Checks whether this process can serve requests. With `{ deep: true }`, it also checks the database, its replica and the store. Failures
   * are part of the result and are not thrown.
   *
   * @example
   * ```ts
   * // app/health/route.ts
   * import { auth } from '@/auth'
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

/** Revokes sessions of any user. Check first whether the caller is allowed to. */
export interface NextRevocableSessions extends RevocableSessions {
  /** The session of a request, or `null`. Default: the current request. */
  current(request?: Request): Promise<SessionInfo | null>
}

/** Lists and revokes sessions of any user. Check first whether the caller is allowed to. */
export interface NextListedSessions extends NextRevocableSessions, ListedSessions {
  /** The session of a request, or `null`. Default: the current request. */
  current(request?: Request): Promise<SessionInfo | null>
}

/** The methods of `sessions`, depending on the configuration. */
export interface NextSessionControls extends SessionControls {
  /** The methods if sessions are in cookies. */
  revocable: NextRevocableSessions
  /** The methods with strategy `'database'`, or with a `sessionStore`. */
  listed: NextListedSessions
}

/** Options of `signIn` and `signOut`. */
export interface NextRedirectOptions<Follow extends boolean, _Hint extends string = RedirectHint> {
  /** `false` returns the URL instead of redirecting to it. Default: `true`. */
  redirect?: Follow
  /** Path to redirect to afterwards. Default: the current page. */
  redirectTo?: string
}

/** Result of `signIn` with `redirect: false`: the URL to redirect to. */
export type Redirected<Follow extends boolean> = Follow extends false ? Promise<string> : Promise<never>

/** Arguments of `signIn` after the provider. */
export type NextSignInArguments<
  Fields,
  Params,
  Id,
  Follow extends boolean,
  Flow = never,
> = Id extends keyof Fields
  ? [
      options: ActionForm | (NextRedirectOptions<Follow> & Fields[Id] & FlowOption<Flow>),
      authorizationParams?: ParamsOf<Params, Id>,
    ]
  : [
      options?: ActionForm | (NextRedirectOptions<Follow> & LinkOptions & FlowOption<Flow>),
      authorizationParams?: ParamsOf<Params, Id>,
    ]

/** Starts a sign-in. The type of a call without a provider also contains the provider ids, so that editors suggest them. */
export type NextSignIn<Known, Fields, Params, Flow> = <
  Id extends string | undefined = undefined,
  Follow extends boolean = true,
>(
  ...args: [Id] extends [undefined]
    ? [provider?: Known, options?: NextRedirectOptions<Follow>]
    : [provider: SignInId<Known, Id>, ...rest: NextSignInArguments<Fields, Params, Id, Follow, Flow>]
) => Redirected<Follow>

/**
 * Authentication for Next.js.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright/next'
 * import { github } from 'authwright/providers/github'
 *
 * export const { handlers, auth, signIn, signOut } = createAuth().provider(github()).build()
 * ```
 */
export interface NextAuth<T extends AuthTypes> extends UseHandlersInstead {
  /** The handlers of the catch-all route. */
  handlers: NextHandlers
  /** Reads the session, and protects pages and handlers. */
  auth: NextAuthFunction<T>
  /** Starts a sign-in. Without a provider, redirects to the sign-in page. Throws an `AuthError` if the sign-in is refused. */
  signIn: NextSignIn<T['id'], T['fields'], T['params'], T['flow']>
  /** Ends the session. With `provider: true`, or the form field `provider` with the value `true`, also signs out at the provider. */
  signOut<Follow extends boolean = true>(
    options?: ActionForm | (NextRedirectOptions<Follow> & ProviderSignOutOptions),
  ): Redirected<Follow>
  /** Updates the session: the `jwt` and `session` callbacks receive `data`. */
  unstable_update(data: T['update']): Promise<T['session'] | null>
  /** Lists and revokes sessions of users. */
  sessions: NextSessionControls[T['sessions']]
  /** Types only: `undefined` at run time. */
  readonly '~types'?: T
}

declare module '../../builder/build-results.js' {
  interface BuildResults<T extends AuthTypes> {
    next: NextAuth<T>
  }
  interface BuildRequests {
    next: NextRequest
  }
}
