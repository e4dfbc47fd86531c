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
   * returns. It is shown at once, and no request is made for it; whenever it changes, what it says then is taken.
   * Without it, the session is read once the page is there.
   */
  session?: (() => Rendered | null | undefined) | undefined
  /** Where the routes are, with the path that the application itself is under. Default: `/api/auth`. */
  basePath?: `/${string}` | undefined
  /** Called when the session cannot be read. It signs no user out. Default: `console.error`. */
  onError?: ((error: ClientError) => void) | undefined
}

/** The session of a page. What reads it follows it, as with any signal of Solid. */
export interface SessionResource<T extends ClientTypes> {
  /** The session; `null` where no user is signed in, `undefined` until the server has responded. */
  (): T['session'] | null | undefined
  /** Whether a user is signed in; `loading` until that is known. */
  readonly status: 'authenticated' | 'loading' | 'unauthenticated'
  /** Why the session could not be read the last time. What was known before is shown on. */
  readonly error: ClientError | undefined
  /**
   * Changes the session: the `jwt` and `session` callbacks decide what becomes of `data`. Without it, the session is
   * read anew. Throws a `ClientError` when nothing was changed.
   */
  update(data?: T['update']): Promise<T['session'] | null>
  /** Where the routes are, without a slash at its end. */
  readonly basePath: string
}

/**
 * The session of a page, in step with the server and with other tabs for as long as the component is there that calls it.
 * Call it once, in the root of the application, and hand it on.
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

  // A rendered session shows at once: nothing may act on the one before.
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
