import { useContext, useEffect } from 'react'
import type { ClientTypesOf, RegisteredInstance } from '../client-types.js'
import { goToSignIn } from '../go-to-sign-in.js'
import { SessionContext } from './session-context.js'
import type { AuthenticatedSession, LoadingSession, SessionState } from './session-state.js'

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
