// biome-ignore lint/suspicious/noTsIgnore: an application without Next.js must be able to compile the declarations of this file.
/** @ts-ignore */
import type { NextRequest } from 'next/server.js'
import type { AuthorizationParams } from '../builder/auth.js'
import type { Finish } from '../builder/create-auth.js'
import type { ActionForm } from '../frameworks/action-options.js'
import { createNextAuth } from '../frameworks/next/create-next-auth.js'
import type { NextAuthFunction, NextHandlers, Redirected } from '../frameworks/next/next-auth.js'
import type { Awaitable } from '../model/awaitable.js'
import type { Session } from '../model/session.js'
import { type AuthConfig, buildFrom, type Configured } from './auth-config.js'
import type { AuthCallbacks, SessionOf } from './callback-types.js'
import type { CompatTypes, SessionData } from './models.js'

export type { ActionForm, FormEntries } from '../frameworks/action-options.js'

/** The callbacks of a configuration for Next.js. */
export interface NextAuthCallbacks extends AuthCallbacks {
  /** Whether the middleware lets a request continue. A `Response` is sent instead of the page. */
  authorized?:
    | ((params: { request: NextRequest; auth: Session | null }) => Awaitable<boolean | Response | undefined>)
    | undefined
}

/** A configuration for Next.js with the option names and types of Auth.js. */
export interface NextAuthConfig extends Omit<AuthConfig, 'callbacks' | 'raw'> {
  /** The callbacks. */
  callbacks?: NextAuthCallbacks | undefined
}

/** A request with its session. */
export interface NextAuthRequest extends NextRequest {
  /** The session, or `null` if no user is signed in. */
  auth: Session | null
}

/** Options of `signIn`. */
export interface NextSignInOptions<Follow extends boolean> extends Record<string, unknown> {
  /** `false` returns the URL instead of redirecting to it. Default: `true`. */
  redirect?: Follow
  /** Path of the application to redirect to afterwards. Default: the current page. */
  redirectTo?: string
}

/** Result of `NextAuth`. `Data` is the session. */
export interface NextAuthResult<Data = Session> {
  /** The handlers of the catch-all route. */
  handlers: NextHandlers
  /**
   * Returns the session. In an API route of the Pages Router, call `auth(request, response)`. It also wraps a middleware or a route handler.
   */
  auth: NextAuthFunction<CompatTypes<Data>>
  /**
   * Starts a sign-in from a server action or a route handler. Throws an `AuthError` if the sign-in is refused. If an e-mail could not be
   * sent, it redirects to the sign-in page instead.
   */
  signIn<Follow extends boolean = true>(
    provider?: string,
    options?: ActionForm | NextSignInOptions<Follow>,
    authorizationParams?: AuthorizationParams,
  ): Redirected<Follow>
  /** Ends the session, from a server action or a route handler. */
  signOut<Follow extends boolean = true>(options?: {
    /** `false` returns the URL instead of redirecting to it. Default: `true`. */
    redirect?: Follow
    /** Path of the application to redirect to afterwards. Default: the current page. */
    redirectTo?: string
  }): Redirected<Follow>
  /** Updates the session: the `jwt` and `session` callbacks receive `data`. */
  unstable_update(data: SessionData<Data>): Promise<Data | null>
}

/** In Auth.js, `signIn` redirects to a page if an e-mail could not be sent. */
const createCompatAuth: Finish = (spec) => createNextAuth(spec, { onMailError: 'page' })

/**
 * Authentication for Next.js with a configuration of Auth.js 5. It shares sessions with Auth.js (`compat: 'authjs'`).
 *
 * @param config - The configuration, or a function of the request. The request may be `undefined`.
 * @throws AuthConfigurationError if the configuration breaks a rule.
 *
 * @example
 * ```ts
 * import NextAuth from 'authwright/compat/next'
 * import GitHub from 'authwright/compat/providers/github'
 *
 * export const { handlers, auth, signIn, signOut } = NextAuth({
 *   providers: [GitHub],
 *   callbacks: {
 *     session({ session, token }) {
 *       session.user.id = token.sub
 *       return session
 *     },
 *   },
 * })
 * ```
 *
 * @see https://authjs.dev/reference/nextjs
 */
export function NextAuth<Config extends NextAuthConfig>(
  config: Configured<Config, NextRequest | undefined>,
): NextAuthResult<SessionOf<Config>> {
  return buildFrom('next', createCompatAuth, config as Configured<AuthConfig, never>) as NextAuthResult<
    SessionOf<Config>
  >
}

export { AuthError, CredentialsSignin } from '../errors.js'
export type {} from '../index.js'
// These types are interfaces, because `declare module` cannot augment a type alias.
export type { DefaultSession, Session } from '../model/session.js'
export type { IdentifiedUser, Profile, User } from '../model/user.js'
export { customFetch } from '../providers/kinds/custom-fetch.js'
export type {
  Account,
  AdapterAccountType,
  AdapterUser,
  DefaultUser,
  ISODateString,
  JWT,
  SessionStrategy,
} from './models.js'
// biome-ignore lint/style/noDefaultExport: as `next-auth` exports it.
export { NextAuth as default }
