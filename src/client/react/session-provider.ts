// biome-ignore lint/suspicious/noTsIgnore: an application without React must still compile what is emitted from here.
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
import { type ClientError, goToSignIn } from '../request.js'
import {
  asJson,
  createSessionStore,
  isRendered,
  type RefetchOptions,
  statusOf,
  syncSession,
} from '../session-store.js'
import { DEFAULT_BASE_PATH } from './page-client.js'

interface SessionControls<T extends ClientTypes> {
  /**
   * Changes the session: the `jwt` and `session` callbacks decide what becomes of `data`. Without it, the
   * session is read anew. Throws a {@link ClientError} when nothing was changed.
   */
  update(data?: T['update']): Promise<T['session'] | null>
  /** Why the session could not be read the last time. What was known before is shown on. */
  error: ClientError | undefined
}

/** It is not known yet whether a user is signed in. */
export interface LoadingSession<T extends ClientTypes> extends SessionControls<T> {
  status: 'loading'
  data: null
}

/** A user is signed in. */
export interface AuthenticatedSession<T extends ClientTypes> extends SessionControls<T> {
  status: 'authenticated'
  data: T['session']
}

/** No user is signed in. */
export interface UnauthenticatedSession<T extends ClientTypes> extends SessionControls<T> {
  status: 'unauthenticated'
  data: null
}

/** What `useSession` returns: `status` says whether there is a session in `data`. */
export type SessionState<T extends ClientTypes> =
  | LoadingSession<T>
  | AuthenticatedSession<T>
  | UnauthenticatedSession<T>

/** What a `SessionProvider` provides: the state of the session. Tests may provide one themselves. */
export const SessionContext: Context<SessionState<ClientTypes> | undefined> = createContext<
  SessionState<ClientTypes> | undefined
>(undefined)

const BasePathContext: Context<string> = createContext<string>(DEFAULT_BASE_PATH)

/** The properties of `SessionProvider`. */
export interface SessionProviderProps extends RefetchOptions {
  children?: ReactNode
  /**
   * The session that the server rendered the page with, `null` where no user is signed in. It is shown at once, and no
   * request is made for it. When the server renders the page anew, as after a server action, what it says then is
   * taken. Without it, the session is read once the page is there, and again when the server renders the page anew.
   */
  session?: RenderedSession<RegisteredInstance> | null | undefined
  /** Where the handler is, with the path that the application itself is under. Default: `/api/auth`. */
  basePath?: `/${string}` | undefined
  /** Called when the session cannot be read. It signs no user out. Default: `console.error`. */
  onError?: ((error: ClientError) => void) | undefined
}

/**
 * Gives the session to everything in it, and keeps it in step with the server and with other tabs.
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
  const base = basePath.replace(/\/+$/, '')
  const report = useRef(onError)
  report.current = onError
  const [{ client, store }] = useState(() => {
    const client = createClient<undefined>({ basePath })
    return { client, store: createSessionStore(client, session, () => report.current) }
  })
  const snapshot = useSyncExternalStore(store.subscribe, store.get, store.get)
  // A rendered session shows in the same render: nothing in it may act on the one before.
  const current = isRendered(snapshot, session) ? snapshot.session : asJson(session)

  useEffect(() => store.rerender(session), [store, session])
  // A server that renders the page anew, as after a server action, makes other children. The session is fetched then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the children are the reason.
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

/** The options of `useSession`. */
export interface UseSessionOptions {
  /** Whether what is shown is for those who are signed in alone. Default: `false`. */
  required?: boolean | undefined
  /** What to do with others, who are otherwise sent to sign in, and back afterwards. With `required`. */
  onUnauthenticated?: (() => void) | undefined
}

/**
 * The session, as the nearest `SessionProvider` knows it. Throws where there is none.
 *
 * With `required`, `status` is never `'unauthenticated'`: those who are not signed in see what is shown while loading,
 * and are sent to sign in.
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
export function useSession<Instance = RegisteredInstance>(
  options?: UseSessionOptions,
): SessionState<ClientTypesOf<Instance>>
export function useSession({ required = false, onUnauthenticated }: UseSessionOptions = {}): unknown {
  const state = useContext(SessionContext)
  const basePath = useContext(BasePathContext)
  if (!state) throw new Error('useSession needs a <SessionProvider> around the page.')
  const missing = required && state.status === 'unauthenticated'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a function that is made anew is no reason to go again.
  useEffect(() => {
    if (!missing) return
    if (onUnauthenticated) onUnauthenticated()
    else goToSignIn(basePath)
  }, [missing, basePath])
  return missing ? { ...state, status: 'loading' } : state
}
