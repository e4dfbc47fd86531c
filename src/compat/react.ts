'use client'

// biome-ignore lint/suspicious/noTsIgnore: an application without React must still compile what is emitted from here.
/** @ts-ignore */
import type { Context, ReactElement, ReactNode } from 'react'
import type { AuthorizationParams } from '../builder/auth.js'
import type { PublicProvider } from '../client/client.js'
import { createClient } from '../client/create-client.js'
import * as page from '../client/react/page-client.js'
import * as provider from '../client/react/session-provider.js'
import type { RefetchOptions } from '../client/session-store.js'
import type { Session } from '../model/session.js'

/** What became of a sign-in. */
export interface SignInResponse {
  error: string | undefined
  code: string | undefined
  status: number
  ok: boolean
  url: string | null
}

/** What became of a sign-out. */
export interface SignOutResponse {
  url: string
}

/** The options of `signIn`, with the fields of the provider beside them. */
export interface SignInOptions<Follow extends boolean = boolean> extends Record<string, unknown> {
  /** Where to go afterwards. Default: this page. */
  redirectTo?: string
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string
  /** Whether to load the page that comes next. Default: `true`. */
  redirect?: Follow
}

/** The options of `signOut`. */
export interface SignOutParams<Follow extends boolean = boolean> {
  /** Where to go afterwards. Default: this page. */
  redirectTo?: string
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string
  /** Whether to load the page that comes next. Default: `true`. */
  redirect?: Follow
}

/** Changes the session, or reads it anew. */
// biome-ignore lint/suspicious/noExplicitAny: as in Auth.js, whose `update` takes anything.
export type UpdateSession = (data?: any) => Promise<Session | null>

/** What `useSession` returns: `status` says whether there is a session in `data`. */
export type SessionContextValue<Required extends boolean = false> =
  | { update: UpdateSession; data: Session; status: 'authenticated' }
  | {
      update: UpdateSession
      data: null
      status: Required extends true ? 'loading' : 'loading' | 'unauthenticated'
    }

/** The options of `useSession`. */
export interface UseSessionOptions<Required extends boolean> {
  /** Whether what is shown is for signed-in users alone. Default: `false`. */
  required: Required
  /** What to do with others, who are otherwise sent to sign in. */
  onUnauthenticated?: () => void
}

/** The properties of `SessionProvider`. */
export interface SessionProviderProps extends RefetchOptions {
  children: ReactNode
  session?: Session | null | undefined
  /** The path of the handler. Default: `/api/auth`. */
  basePath?: string | undefined
}

/** What `SessionProvider` provides. */
export const SessionContext: Context<SessionContextValue | undefined> =
  provider.SessionContext as unknown as Context<SessionContextValue | undefined>

/** Gives the session to everything in it. */
export const SessionProvider: (props: SessionProviderProps) => ReactElement =
  provider.SessionProvider as unknown as (props: SessionProviderProps) => ReactElement

/**
 * The session, as the nearest `SessionProvider` knows it: what `Session` declares.
 *
 * @throws Error where there is no `SessionProvider`.
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

/** A provider, as a sign-in page shows it. */
export interface ClientSafeProvider extends PublicProvider {}

/** Parameters for the provider's authorization endpoint. */
export type SignInAuthorizationParams = AuthorizationParams

/** Starts a sign-in. Loads the page that comes next, unless `redirect` is `false`. */
export const signIn: <Follow extends boolean = true>(
  provider?: string,
  options?: SignInOptions<Follow>,
  authorizationParams?: AuthorizationParams,
) => Promise<Follow extends false ? SignInResponse : SignInResponse | undefined> = page.signIn as never

/** Ends the session. Loads the page that comes next, unless `redirect` is `false`. */
export const signOut: <Follow extends boolean = true>(
  options?: SignOutParams<Follow>,
) => Promise<Follow extends false ? SignOutResponse : void> = page.signOut as never

/** The session, or `null` where no user is signed in, and where the server does not respond: that is written to the console. */
export async function getSession(): Promise<Session | null> {
  try {
    return (await page.getSession()) as Session | null
  } catch (error) {
    console.error(error)
    return null
  }
}

/** The token that a form of your own repeats as `csrfToken`. */
export const getCsrfToken: () => Promise<string> = page.getCsrfToken

/**
 * The providers by id, or `null` where the server does not respond: that is written to the console. On a server, as in `getServerSideProps`,
 * it finds the routes by `AUTH_URL`.
 */
export async function getProviders(): Promise<Record<string, ClientSafeProvider> | null> {
  try {
    // Not by the namespace of the module as a value: the code for that is one more file for every server to load.
    if ('location' in globalThis) return await page.getProviders()
    return await createClient({ basePath: addressOfRoutes() }).getProviders()
  } catch (error) {
    console.error(error)
    return null
  }
}

/** The address of the routes for requests of a server, where no page says what a path is relative to. */
function addressOfRoutes(): `/${string}` {
  const { NEXTAUTH_URL_INTERNAL, AUTH_URL, NEXTAUTH_URL, VERCEL_URL } = globalThis.process?.env ?? {}
  // An empty variable counts as absent.
  const site =
    NEXTAUTH_URL_INTERNAL || AUTH_URL || NEXTAUTH_URL || (VERCEL_URL ? `https://${VERCEL_URL}` : '')
  if (!URL.canParse(site)) {
    throw new Error(
      'AUTH_URL is missing. Set it to the address of the site: a server has no page that says it.',
    )
  }
  const { origin, pathname } = new URL(site)
  return (origin + (pathname === '/' ? page.DEFAULT_BASE_PATH : pathname)) as `/${string}`
}

// The interfaces that an application may augment.
export type {} from '../index.js'
export type { DefaultSession, Session } from '../model/session.js'
