// biome-ignore lint/suspicious/noTsIgnore: an application without Solid must still compile what is emitted from here.
/** @ts-ignore */
import { type Accessor, createComponent, createEffect, type JSX, Show } from 'solid-js'
import type { ClientTypes, ClientTypesOf, RegisteredInstance } from '../client.js'
import { goToSignIn } from '../navigation.js'
import { createSession, type SessionResource } from './create-session.js'

/** The properties of `Protected`. */
export interface ProtectedProps<T extends ClientTypes> {
  /** What signed-in users see: elements, or a function of the session. */
  children: JSX.Element | ((session: Accessor<T['session']>) => JSX.Element)
  /** What `createSession` returned. Default: a separate session. */
  session?: SessionResource<T> | undefined
  /** What others see in place of it. Without it, they are sent to sign in, and back afterwards. */
  fallback?: JSX.Element
  /** What is shown until it is known who is there. Default: nothing. */
  loading?: JSX.Element
}

/**
 * Shows what is for those who are signed in alone. It decides what is shown, not who may read: the server decides that.
 *
 * @example
 * ```tsx
 * import { createSession, Protected } from 'authwright/solid'
 *
 * export function Account() {
 *   const session = createSession()
 *   return <Protected session={session}>{(known) => <p>{known().user.name}</p>}</Protected>
 * }
 * ```
 */
export function Protected<Instance = RegisteredInstance>(
  props: ProtectedProps<ClientTypesOf<Instance>>,
): JSX.Element {
  const session = props.session ?? (createSession() as SessionResource<ClientTypes>)
  createEffect(() => {
    // Whether there is a fallback is checked without rendering it.
    if (session.status === 'unauthenticated' && !('fallback' in props)) goToSignIn(session.basePath)
  })
  // Of its two forms, the one in which a function is given the session as a signal; its types know neither getters nor both at once.
  const Shown = Show as (props: {
    readonly when: unknown
    readonly fallback: JSX.Element
    readonly children: JSX.Element
  }) => JSX.Element
  return createComponent(Shown, {
    get when() {
      return session()
    },
    get fallback() {
      return session.status === 'unauthenticated' && 'fallback' in props ? props.fallback : props.loading
    },
    get children() {
      return props.children as JSX.Element
    },
  })
}
