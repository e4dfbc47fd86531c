// biome-ignore lint/suspicious/noTsIgnore: an application without React must still compile what is emitted from here.
/** @ts-ignore */
import type { ReactElement, ReactNode } from 'react'
import {
  type Context,
  createContext,
  createElement,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ClientError } from '../client-error.js'
import type { ClientTypes, ClientTypesOf, RegisteredInstance, RenderedSession } from '../client-types.js'
import { createClient } from '../create-client.js'
import { goToSignIn } from '../go-to-sign-in.js'
import { keepInStep, type RefetchOptions } from '../keep-in-step.js'
import { asReceived, createSessionStore, isGiven } from '../session-store.js'
import { stateOf } from '../state-of.js'
import { DEFAULT_BASE_PATH } from './default-base-path.js'
import type { AuthenticatedSession, LoadingSession, SessionState } from './session-state.js'

/** What a `SessionProvider` provides to the components inside it. */
interface SessionContextValue {
  readonly state: SessionState<ClientTypes>
  readonly basePath: string
}

const SessionContext: Context<SessionContextValue | undefined> = createContext<
  SessionContextValue | undefined
>(undefined)

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
  const known = useSyncExternalStore(store.subscribe, store.known, store.known)
  // What is given is shown in the same render: nothing in it may act on what was known before.
  const current = isGiven(known, session) ? known.session : asReceived(session)

  useEffect(() => store.give(session), [store, session])
  // A server that renders the page anew, as after a server action, makes other children. The session is fetched then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the children are the reason.
  useEffect(() => {
    if (session !== undefined || store.known().session === undefined) return
    const timer = setTimeout(store.refresh, 100)
    return () => clearTimeout(timer)
  }, [children])
  useEffect(
    () => keepInStep(store, base, { refetchInterval, refetchOnWindowFocus, refetchWhenOffline }),
    [store, base, refetchInterval, refetchOnWindowFocus, refetchWhenOffline],
  )

  const value = useMemo(() => {
    const state = { ...stateOf(current), update: client.update, error: known.error }
    return { state: state as SessionState<ClientTypes>, basePath: base }
  }, [client, base, current, known.error])
  return createElement(SessionContext.Provider, { value }, children)
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
  const context = useContext(SessionContext)
  if (!context) throw new Error('useSession needs a <SessionProvider> around the page.')
  const { state, basePath } = context
  const missing = required && state.status === 'unauthenticated'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a function that is made anew is no reason to go again.
  useEffect(() => {
    if (!missing) return
    if (onUnauthenticated) onUnauthenticated()
    else goToSignIn(basePath)
  }, [missing, basePath])
  return missing ? { ...state, status: 'loading' } : state
}
