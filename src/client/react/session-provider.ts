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
   * Changes the session: the `jwt` and `session` callbacks apply `data`. Without it, the session is fetched again.
   * Throws a {@link ClientError} when nothing was changed.
   */
  update(data?: T['update']): Promise<T['session'] | null>
  /** The error of the last read. The previous session is still shown. */
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
   * request is made for it. When the server renders the page again, such as after a server action, the new session replaces it. Without
   * it, the session is fetched once the page has loaded, and again when the server renders the page again.
   */
  session?: RenderedSession<RegisteredInstance> | null | undefined
  /** Where the handler is, with the path that the application itself is under. Default: `/api/auth`. */
  basePath?: `/${string}` | undefined
  /** Called when the session cannot be read. It signs no user out. Default: `console.error`. */
  onError?: ((error: ClientError) => void) | undefined
}

/**
 * Provides the session to its children, synchronized with the server and with other tabs.
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
  // The rendered session applies in the same render, so that no child acts on the previous one.
  const current = isRendered(snapshot, session) ? snapshot.session : asJson(session)

  useEffect(() => store.rerender(session), [store, session])
  // A server that renders the page again, such as after a server action, makes new children. The session is fetched then.
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

/** The options of `useSession`. */
export interface UseSessionOptions {
  /** Whether the component requires a signed-in user. Default: `false`. */
  required?: boolean | undefined
  /** Called where no user is signed in. Default: goes to the sign-in page, and back afterwards. Used with `required`. */
  onUnauthenticated?: (() => void) | undefined
}

/**
 * The session of the nearest `SessionProvider`. Throws where there is no `SessionProvider`.
 *
 * With `required`, `status` is never `'unauthenticated'`: a signed-out user gets `'loading'`, and is sent to the sign-in page.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function does not repeat the redirect.
  useEffect(() => {
    if (!missing) return
    if (onUnauthenticated) onUnauthenticated()
    else goToSignIn(basePath)
  }, [missing, basePath])
  return missing ? { ...state, status: 'loading' } : state
}
