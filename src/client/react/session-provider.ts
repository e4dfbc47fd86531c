// biome-ignore lint/suspicious/noTsIgnore: an application without React must be able to compile the declarations of this file.
/** @ts-ignore */
import {
  type Context,
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ClientTypes, ClientTypesOf, RegisteredInstance, RenderedSession } from '../client.js'
import { createClient } from '../create-client.js'
import type { RefetchOptions } from '../refetch-options.js'
import { type ClientError, goToSignIn } from '../request.js'
import { asJson, createSessionStore, isRendered, statusOf } from '../session-store.js'
import { syncSession } from '../sync-session.js'
import { DEFAULT_BASE_PATH } from './page-client.js'

interface SessionControls<T extends ClientTypes> {
  /**
   * Updates the session with `data`. Without `data`, reads the session again. Returns `null` if the user has signed out. Rejects with a
   * {@link ClientError} if the server does not respond or refuses.
   */
  update(data?: T['update']): Promise<T['session'] | null>
  /** The error of the last read, if it failed. */
  error: ClientError | undefined
}

/** The session has not been read yet. */
export interface LoadingSession<T extends ClientTypes> extends SessionControls<T> {
  /** `'loading'`. */
  status: 'loading'
  /** `null`. */
  data: null
}

/** A user is signed in. */
export interface AuthenticatedSession<T extends ClientTypes> extends SessionControls<T> {
  /** `'authenticated'`. */
  status: 'authenticated'
  /** The session. */
  data: T['session']
}

/** No user is signed in. */
export interface UnauthenticatedSession<T extends ClientTypes> extends SessionControls<T> {
  /** `'unauthenticated'`. */
  status: 'unauthenticated'
  /** `null`. */
  data: null
}

/** Result of `useSession`. */
export type SessionState<T extends ClientTypes> =
  | LoadingSession<T>
  | AuthenticatedSession<T>
  | UnauthenticatedSession<T>

/** The React context of `SessionProvider`. */
export const SessionContext: Context<SessionState<ClientTypes> | undefined> = createContext<
  SessionState<ClientTypes> | undefined
>(undefined)

const BasePathContext: Context<string> = createContext<string>(DEFAULT_BASE_PATH)

/** Properties of `SessionProvider`. */
export interface SessionProviderProps extends RefetchOptions {
  /** The components that use the session. */
  children?: ReactNode
  /**
   * The session that the server rendered the page with, or `null` if no user is signed in. Default: the browser fetches
   * the session after loading, and again whenever the server renders the page again.
   */
  session?: RenderedSession<RegisteredInstance> | null | undefined
  /** Path of the handler, including the path of the application. Default: `/api/auth`. */
  basePath?: `/${string}` | undefined
  /** Called if the session cannot be read. Default: `console.error`. */
  onError?: ((error: ClientError) => void) | undefined
}

/**
 * Provides the session to its children. Keeps it in sync with the server and with other tabs.
 *
 * @example
 * ```tsx
 * import { SessionProvider } from 'authwright/react'
 * import type { ReactNode } from 'react'
 *
 * export function Providers({ children }: { children: ReactNode }) {
 *   return <SessionProvider refetchInterval={300}>{children}</SessionProvider>
 * }
 * ```
 */
export function SessionProvider({
  children,
  session,
  basePath = DEFAULT_BASE_PATH,
  onError = console.error,
  refetchInterval,
  refetchOnWindowFocus,
  refetchWhenOffline,
}: SessionProviderProps): ReactElement {
  const report = useRef(onError)
  report.current = onError
  const [{ base, client, store }] = useState(() => {
    const client = createClient<undefined>({ basePath })
    return {
      base: basePath.replace(/\/+$/, ''),
      client,
      store: createSessionStore(client, session, () => report.current),
    }
  })
  const snapshot = useSyncExternalStore(store.subscribe, store.get, store.get)
  // The rendered session is used in the same render, so that no child sees the previous session.
  const current = isRendered(snapshot, session) ? snapshot.session : asJson(session)

  useEffect(() => store.rerender(session), [store, session])
  // A server action can change the session. The server then renders the page again, with new children.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect depends on the children.
  useEffect(() => {
    if (session !== undefined || store.get().session === undefined) return
    const timer = setTimeout(store.refresh, 100)
    return () => clearTimeout(timer)
  }, [children])
  useEffect(
    () => syncSession(store, base, { refetchInterval, refetchOnWindowFocus, refetchWhenOffline }),
    [store, base, refetchInterval, refetchOnWindowFocus, refetchWhenOffline],
  )

  const state = useMemo(
    () =>
      ({ ...statusOf(current), update: client.update, error: snapshot.error }) as SessionState<ClientTypes>,
    [client, current, snapshot.error],
  )
  const provided = createElement(SessionContext.Provider, { value: state }, children)
  return createElement(BasePathContext.Provider, { value: base }, provided)
}

/** Options of `useSession`. */
export interface UseSessionOptions {
  /** Whether the component requires a session. If so, `status` is `'loading'` for a signed-out user. Default: `false`. */
  required?: boolean | undefined
  /** Called if `required` is set and no user is signed in. Default: opens the sign-in page. */
  onUnauthenticated?: (() => void) | undefined
}

/**
 * Returns the session of the nearest `SessionProvider`. Throws if there is none.
 *
 * @example
 * ```tsx
 * import { signIn, signOut, useSession } from 'authwright/react'
 *
 * export function Account() {
 *   const { status, data } = useSession()
 *   if (status === 'loading') return null
 *   if (status === 'unauthenticated') return <button onClick={() => signIn()}>Sign in</button>
 *   return <button onClick={() => signOut()}>Sign out {data.user.name}</button>
 * }
 * ```
 */
export function useSession<Instance = RegisteredInstance>(
  options: UseSessionOptions & { required: true },
): AuthenticatedSession<ClientTypesOf<Instance>> | LoadingSession<ClientTypesOf<Instance>>
/** Returns the session of the nearest `SessionProvider`. */
export function useSession<Instance = RegisteredInstance>(
  options?: UseSessionOptions,
): SessionState<ClientTypesOf<Instance>>
export function useSession({ required = false, onUnauthenticated }: UseSessionOptions = {}): unknown {
  const state = useContext(SessionContext)
  const basePath = useContext(BasePathContext)
  if (!state) throw new Error('useSession needs a <SessionProvider> around the component.')
  const missing = required && state.status === 'unauthenticated'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback must not repeat the redirect.
  useEffect(() => {
    if (!missing) return
    if (onUnauthenticated) onUnauthenticated()
    else goToSignIn(basePath)
  }, [missing, basePath])
  return missing ? { ...state, status: 'loading' } : state
}
