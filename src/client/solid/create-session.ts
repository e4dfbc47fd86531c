// biome-ignore lint/suspicious/noTsIgnore: an application without Solid must be able to compile the declarations of this file.
/** @ts-ignore */
import {
  type Accessor,
  createComponent,
  createEffect,
  createMemo,
  createSignal,
  type JSX,
  onCleanup,
  onMount,
  Show,
  untrack,
} from 'solid-js'
import type { ClientTypes, ClientTypesOf, RegisteredInstance, RenderedSession } from '../client.js'
import { createClient } from '../create-client.js'
import type { RefetchOptions } from '../refetch-options.js'
import { type ClientError, goToSignIn } from '../request.js'
import { asJson, createSessionStore, isRendered, statusOf } from '../session-store.js'
import { syncSession } from '../sync-session.js'
import { DEFAULT_BASE_PATH } from './page-client.js'

/** Options of `createSession`. */
export interface SessionOptions<Rendered = unknown> extends RefetchOptions {
  /**
   * A signal with the session that the server rendered the page with, or `null` if no user is signed in. Default: the browser fetches the
   * session after loading.
   */
  session?: (() => Rendered | null | undefined) | undefined
  /** Path of the handler, including the path of the application. Default: `/api/auth`. */
  basePath?: `/${string}` | undefined
  /** Called if the session cannot be read. Default: `console.error`. */
  onError?: ((error: ClientError) => void) | undefined
}

/** The session of a page, as a Solid signal. */
export interface SessionResource<T extends ClientTypes> {
  /** The session. `null` if no user is signed in, `undefined` until the session has been read. */
  (): T['session'] | null | undefined
  /** Whether a user is signed in. `loading` until the session has been read. */
  readonly status: 'authenticated' | 'loading' | 'unauthenticated'
  /** The error of the last read, if it failed. */
  readonly error: ClientError | undefined
  /**
   * Updates the session with `data`. Without `data`, reads the session again. Returns `null` if the user has signed out. Rejects with a
   * `ClientError` if the server does not respond or refuses.
   */
  update(data?: T['update']): Promise<T['session'] | null>
  /** Path of the handler, without a trailing slash. */
  readonly basePath: string
}

/**
 * Creates the session of a page, in sync with the server and with other tabs. Call it once, in the root of the application.
 *
 * @example
 * ```ts
 * import { createSession } from 'authwright/solid'
 *
 * export function useGreeting(): () => string {
 *   const session = createSession({ refetchInterval: 300 })
 *   return () => (session.status === 'loading' ? '' : `Hello ${session()?.user.name ?? 'stranger'}`)
 * }
 * ```
 */
export function createSession<Instance = RegisteredInstance>(
  options?: SessionOptions<RenderedSession<Instance>>,
): SessionResource<ClientTypesOf<Instance>>
export function createSession({
  session: rendered = () => undefined,
  basePath = DEFAULT_BASE_PATH,
  onError = console.error,
  ...refetch
}: SessionOptions = {}): SessionResource<ClientTypes> {
  const base = basePath.replace(/\/+$/, '')
  const client = createClient<undefined>({ basePath })
  const store = createSessionStore(client, untrack(rendered), () => onError)
  const [snapshot, setSnapshot] = createSignal(store.get())

  // Uses a newly rendered session at once, so that no component shows the previous session.
  const session = createMemo(() => {
    const newest = rendered()
    return isRendered(snapshot(), newest) ? snapshot().session : asJson(newest)
  })
  createEffect(() => store.rerender(rendered()))
  onMount(() => {
    const unsubscribe = store.subscribe(() => setSnapshot(store.get()))
    setSnapshot(store.get())
    const stopSync = syncSession(store, base, refetch)
    onCleanup(() => {
      unsubscribe()
      stopSync()
    })
  })
  return Object.defineProperties(() => session(), {
    status: { get: () => statusOf(session()).status },
    error: { get: () => snapshot().error },
    update: { value: client.update },
    basePath: { value: base },
  }) as SessionResource<ClientTypes>
}

/** Properties of `Protected`. */
export interface ProtectedProps<T extends ClientTypes> {
  /** Content for signed-in users: elements, or a function that receives the session. */
  children: JSX.Element | ((session: Accessor<T['session']>) => JSX.Element)
  /** The result of `createSession`. Default: a separate session. */
  session?: SessionResource<T> | undefined
  /** Content for signed-out users. Default: a redirect to the sign-in page. */
  fallback?: JSX.Element
  /** Content until the session has been read. Default: nothing. */
  loading?: JSX.Element
}

/**
 * Shows its children to signed-in users only. This is not access control: protect the data on the server.
 *
 * @example
 * ```tsx
 * import { createSession, Protected } from 'authwright/solid'
 *
 * export function Account() {
 *   const session = createSession()
 *   return <Protected session={session}>{(current) => <p>{current().user.name}</p>}</Protected>
 * }
 * ```
 */
export function Protected<Instance = RegisteredInstance>(
  props: ProtectedProps<ClientTypesOf<Instance>>,
): JSX.Element {
  const session = props.session ?? (createSession() as SessionResource<ClientTypes>)
  createEffect(() => {
    // `in` checks for a fallback without rendering it.
    if (session.status === 'unauthenticated' && !('fallback' in props)) goToSignIn(session.basePath)
  })
  // The types of `Show` accept neither a getter nor both forms of children at once.
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
