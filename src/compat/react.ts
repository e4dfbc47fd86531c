'use client'

// biome-ignore lint/suspicious/noTsIgnore: an application without React must be able to compile the declarations of this file.
/** @ts-ignore */
import type { Context, ReactElement, ReactNode } from 'react'
import type { AuthorizationParams } from '../builder/auth.js'
import type { PublicProvider } from '../client/client.js'
import { createClient } from '../client/create-client.js'
import * as page from '../client/react/page-client.js'
import * as provider from '../client/react/session-provider.js'
import type { RefetchOptions } from '../client/refetch-options.js'
import { parseUrl } from '../model/parse-url.js'
import type { Session } from '../model/session.js'

/** Result of a sign-in. */
export interface SignInResponse {
  /** The type of the error, such as `CredentialsSignin`. */
  error: string | undefined
  /** The `code` of the error. */
  code: string | undefined
  /** The HTTP status. `undefined` at run time if there was no response. */
  status: number
  /** Whether the sign-in succeeded, or continues on another page. */
  ok: boolean
  /** The URL to open next. `null` after an error. */
  url: string | null
}

/** Result of a sign-out. */
export interface SignOutResponse {
  /** The URL to open next. `null` at run time after an error. */
  url: string
}

/** Options of `signIn`, together with the fields of the provider. */
export interface SignInOptions<Follow extends boolean = boolean> extends Record<string, unknown> {
  /** Path to redirect to afterwards. Default: the `callbackUrl` in the URL of the page, or the current page. */
  redirectTo?: string
  /**
   * The redirect target, if `redirectTo` is not set.
   *
   * @deprecated Use `redirectTo`.
   */
  callbackUrl?: string
  /** Whether to load the next page. Default: `true`. */
  redirect?: Follow
}

/** Options of `signOut`. */
export interface SignOutParams<Follow extends boolean = boolean> {
  /** Path to redirect to afterwards. Default: the current page. */
  redirectTo?: string
  /**
   * The redirect target, if `redirectTo` is not set.
   *
   * @deprecated Use `redirectTo`.
   */
  callbackUrl?: string
  /** Whether to load the next page. Default: `true`. */
  redirect?: Follow
}

/**
 * Updates the session with `data`. Without `data`, reads it again. Returns `null` if no user is signed in. Rejects if the request fails.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in Auth.js, whose `update` takes anything.
export type UpdateSession = (data?: any) => Promise<Session | null>

/** Result of `useSession`. */
export type SessionContextValue<Required extends boolean = false> =
  | { update: UpdateSession; data: Session; status: 'authenticated' }
  | {
      update: UpdateSession
      data: null
      status: Required extends true ? 'loading' : 'loading' | 'unauthenticated'
    }

/** Options of `useSession`. */
export interface UseSessionOptions<Required extends boolean> {
  /** Whether the component requires a session. If so, `status` is `'loading'` for a signed-out user. Default: `false`. */
  required: Required
  /** Called if `required` is set and no user is signed in. Default: opens the sign-in page. */
  onUnauthenticated?: () => void
}

/** Properties of `SessionProvider`. */
export interface SessionProviderProps extends RefetchOptions {
  /** The components that use `useSession`. */
  children: ReactNode
  /** The session from the server. Default: the browser fetches it. */
  session?: Session | null | undefined
  /** Path of the handler. Default: `/api/auth`. */
  basePath?: string | undefined
}

/** The React context of `SessionProvider`. */
export const SessionContext: Context<SessionContextValue | undefined> =
  provider.SessionContext as unknown as Context<SessionContextValue | undefined>

/** Provides the session to its children. */
export const SessionProvider: (props: SessionProviderProps) => ReactElement =
  provider.SessionProvider as unknown as (props: SessionProviderProps) => ReactElement

/**
 * Returns the session of the nearest `SessionProvider`. Throws if there is none.
 *
 * @example
 * ```tsx
 * import { signOut, useSession } from 'authwright/compat/react'
 *
 * export function Account() {
 *   const { data, status } = useSession({ required: true })
 *   return status === 'loading' ? null : <button onClick={() => signOut()}>Sign out {data.user?.name}</button>
 * }
 * ```
 *
 * @see https://authjs.dev/reference/nextjs/react
 */
export const useSession: <Required extends boolean = false>(
  options?: UseSessionOptions<Required>,
) => SessionContextValue<Required> = provider.useSession as never

/** A provider as a sign-in page shows it. */
export interface ClientSafeProvider extends PublicProvider {}

/** Parameters of the provider's authorization endpoint. */
export type SignInAuthorizationParams = AuthorizationParams

/** Starts a sign-in. Loads the next page, unless `redirect` is `false`. */
export const signIn: <Follow extends boolean = true>(
  provider?: string,
  options?: SignInOptions<Follow>,
  authorizationParams?: AuthorizationParams,
) => Promise<Follow extends false ? SignInResponse : SignInResponse | undefined> = page.signIn as never

/** Ends the session. Loads the next page, unless `redirect` is `false`. */
export const signOut: <Follow extends boolean = true>(
  options?: SignOutParams<Follow>,
) => Promise<Follow extends false ? SignOutResponse : void> = page.signOut as never

/** Returns the session, or `null` if no user is signed in. If the request fails, logs the error and returns `null`. */
export async function getSession(): Promise<Session | null> {
  try {
    return (await page.getSession()) as Session | null
  } catch (error) {
    console.error(error)
    return null
  }
}

/**
 * Returns the CSRF token for the field `csrfToken` of your own forms. Empty if the server does not check CSRF tokens. Rejects if the
 * request fails.
 */
export const getCsrfToken: () => Promise<string> = page.getCsrfToken

/**
 * Returns the providers by id. If the request fails, logs the error and returns `null`. On a server, the URL of the routes comes from a
 * variable such as `AUTH_URL`.
 */
export async function getProviders(): Promise<Record<string, ClientSafeProvider> | null> {
  try {
    // Only members of the namespace `page` are used. If it were passed as a value, bundlers would emit it as a separate file, which every
    // server would load.
    if ('location' in globalThis) return await page.getProviders()
    return await createClient({ basePath: urlOfRoutes() }).getProviders()
  } catch (error) {
    console.error(error)
    return null
  }
}

/** Returns an absolute URL, because a server has no page URL to resolve a path against. */
function urlOfRoutes(): `/${string}` {
  const env: Readonly<Record<string, string | undefined>> = globalThis.process?.env ?? {}
  const name = ['NEXTAUTH_URL_INTERNAL', 'AUTH_URL', 'NEXTAUTH_URL'].find((each) => env[each]) ?? 'AUTH_URL'
  const site = env[name] || (env['VERCEL_URL'] ? `https://${env['VERCEL_URL']}` : '')
  const url = parseUrl(site)
  if (!url || !/^https?:$/.test(url.protocol)) {
    const problem = site === '' ? 'AUTH_URL is missing.' : `'${site}' is not an HTTP URL.`
    throw new Error(`${problem} Set ${name} to the URL of the site: a server cannot read it from the page.`)
  }
  const { origin, pathname } = url
  return (origin + (pathname === '/' ? page.DEFAULT_BASE_PATH : pathname)) as `/${string}`
}

export type {} from '../index.js'
export type { DefaultSession, Session } from '../model/session.js'
export type { LiteralUnion } from './provider-types.js'
