import { createSubscriber } from 'svelte/reactivity'
import type { ClientTypes, ClientTypesOf, RegisteredInstance, RenderedSession } from '../client.js'
import { createClient } from '../create-client.js'
import type { RefetchOptions } from '../refetch-options.js'
import type { ClientError } from '../request.js'
import { EVENT } from '../session-change.js'
import { asJson, createSessionStore, isRendered, statusOf } from '../session-store.js'
import { syncSession } from '../sync-session.js'
import { DEFAULT_BASE_PATH } from './page-client.js'

/** The session has not been read yet. */
export interface LoadingSession {
  /** `'loading'`. */
  status: 'loading'
  /** `null`. */
  data: null
}

/** A user is signed in. */
export interface AuthenticatedSession<T extends ClientTypes> {
  /** `'authenticated'`. */
  status: 'authenticated'
  /** The session. */
  data: T['session']
}

/** No user is signed in. */
export interface UnauthenticatedSession {
  /** `'unauthenticated'`. */
  status: 'unauthenticated'
  /** `null`. */
  data: null
}

/** The state of a session. */
export type SessionState<T extends ClientTypes> =
  | LoadingSession
  | AuthenticatedSession<T>
  | UnauthenticatedSession

/** Options of `createSession`. */
export interface SessionOptions<Rendered = unknown> extends RefetchOptions {
  /**
   * Returns the session that the server rendered the page with, such as `() => data.session`. Default: the browser fetches the session
   * after loading.
   */
  session?: (() => Rendered | null | undefined) | undefined
  /** Path of the handler, including the path of the application. Default: `/auth`. */
  basePath?: `/${string}` | undefined
  /** Called if the session cannot be read. Default: `console.error`. */
  onError?: ((error: ClientError) => void) | undefined
}

/** A Svelte store with the session of a page. With runes, read `current`. */
export interface Session<T extends ClientTypes> {
  /** The current state, tracked by templates, `$derived` and `$effect`. */
  readonly current: SessionState<T>
  /** The error of the last read, if it failed. */
  readonly error: ClientError | undefined
  /** Subscribes to the state, as in `$session`. */
  subscribe(run: (state: SessionState<T>) => void): () => void
  /**
   * Updates the session with `data`. Without `data`, reads the session again. Returns `null` if the user has signed out. Rejects with a
   * `ClientError` if the server does not respond or refuses.
   */
  update(data?: T['update']): Promise<T['session'] | null>
}

/**
 * Creates the session of a page. It is in sync with the server and with other tabs while it has subscribers.
 *
 * @example
 * ```ts
 * import { createSession } from 'authwright/svelte'
 *
 * export const session = createSession({ refetchInterval: 300 })
 *
 * session.subscribe(({ status }) => console.log(status))
 * ```
 */
export function createSession<Instance = RegisteredInstance>(
  options?: SessionOptions<RenderedSession<Instance>>,
): Session<ClientTypesOf<Instance>>
export function createSession({
  session: rendered = () => undefined,
  basePath = DEFAULT_BASE_PATH,
  onError = console.error,
  ...refetch
}: SessionOptions = {}): Session<ClientTypes> {
  const client = createClient<undefined>({ basePath })
  const store = createSessionStore(client, rendered(), () => onError)
  const base = basePath.replace(/\/+$/, '')
  // The subscribers are a set, because a caller may end its subscription twice.
  const subscribers = new Set<() => void>()
  let stopSync: (() => void) | undefined
  // Without subscribers, the store is not kept in sync, so the next subscriber fetches the session again.
  let start: 'broadcast' | 'refresh' = 'broadcast'
  const refreshAtStart = (): void => {
    start = 'refresh'
  }
  // After a sign-in or sign-out without subscribers, the first subscriber fetches the session.
  if (typeof window !== 'undefined') addEventListener(EVENT, refreshAtStart, { once: true })

  const subscribe = (run: () => void): (() => void) => {
    const unsubscribe = store.subscribe(run)
    if (subscribers.size === 0) stopSync = syncSession(store, base, refetch, start)
    subscribers.add(unsubscribe)
    return () => {
      unsubscribe()
      if (!subscribers.delete(unsubscribe) || subscribers.size > 0) return
      stopSync?.()
      refreshAtStart()
    }
  }
  const track = createSubscriber(subscribe)

  const state = (): SessionState<ClientTypes> => {
    const newest = rendered()
    const snapshot = store.get()
    if (isRendered(snapshot, newest)) return statusOf(snapshot.session) as SessionState<ClientTypes>
    // The store is updated in a microtask, because a render must not change state.
    queueMicrotask(() => store.rerender(newest))
    return statusOf(asJson(newest)) as SessionState<ClientTypes>
  }
  return {
    get current() {
      track()
      return state()
    },
    get error() {
      track()
      return store.get().error
    },
    subscribe(run) {
      run(state())
      return typeof window === 'undefined' ? () => {} : subscribe(() => run(state()))
    },
    async update(data) {
      const updated = await client.update(data)
      // Without subscribers, the store does not receive the change.
      if (subscribers.size === 0) store.set(updated)
      return updated
    },
  }
}
