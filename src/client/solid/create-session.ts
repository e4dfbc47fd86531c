// biome-ignore lint/suspicious/noTsIgnore: an application without Solid must still compile what is emitted from here.
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

/** The options of `createSession`. */
export interface SessionOptions<Rendered = unknown> extends RefetchOptions {
  /**
   * The session that the server rendered the page with, `null` where no user is signed in: a signal, such as what `createAsync`
   * returns. It is shown at once, and no request is made for it; whenever it changes, the new session replaces it. Without it, the session
   * is fetched once the page has loaded.
   */
  session?: (() => Rendered | null | undefined) | undefined
  /** Where the routes are, with the path that the application itself is under. Default: `/api/auth`. */
  basePath?: `/${string}` | undefined
  /** Called when the session cannot be read. It signs no user out. Default: `console.error`. */
  onError?: ((error: ClientError) => void) | undefined
}

/** The session of a page. Reactive, as any signal of Solid. */
export interface SessionResource<T extends ClientTypes> {
  /** The session; `null` where no user is signed in, `undefined` until the server has responded. */
  (): T['session'] | null | undefined
  /** Whether a user is signed in; `loading` until that is known. */
  readonly status: 'authenticated' | 'loading' | 'unauthenticated'
  /** The error of the last read. The previous session is still shown. */
  readonly error: ClientError | undefined
  /**
   * Changes the session: the `jwt` and `session` callbacks apply `data`. Without it, the session is fetched again. Throws a `ClientError`
   * when nothing was changed.
   */
  update(data?: T['update']): Promise<T['session'] | null>
  /** Where the routes are, without a slash at its end. */
  readonly basePath: string
}

/**
 * The session of a page, synchronized with the server and with other tabs while the component that calls it is mounted. Call it once, in
 * the root of the application, and pass it on.
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
  const [known, setKnown] = createSignal(store.get())

  // The rendered session applies at once, so that nothing acts on the previous one.
  const session = createMemo(() => {
    const newest = rendered()
    return isRendered(known(), newest) ? known().session : asJson(newest)
  })
  createEffect(() => store.rerender(rendered()))
  onMount(() => {
    const stop = store.subscribe(() => setKnown(store.get()))
    setKnown(store.get())
    const leave = syncSession(store, base, refetch)
    onCleanup(() => {
      stop()
      leave()
    })
  })
  return Object.defineProperties(() => session(), {
    status: { get: () => statusOf(session()).status },
    error: { get: () => known().error },
    update: { value: client.update },
    basePath: { value: base },
  }) as SessionResource<ClientTypes>
}

/** The properties of `Protected`. */
export interface ProtectedProps<T extends ClientTypes> {
  /** Shown to signed-in users: elements, or a function of the session. */
  children: JSX.Element | ((session: Accessor<T['session']>) => JSX.Element)
  /** What `createSession` returned. Default: a separate session. */
  session?: SessionResource<T> | undefined
  /** Shown to signed-out users in its place. Default: they are sent to the sign-in page, and back afterwards. */
  fallback?: JSX.Element
  /** Shown until the session is known. Default: nothing. */
  loading?: JSX.Element
}

/**
 * Shows its children to signed-in users only. It is no access control: the server decides who may read.
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
