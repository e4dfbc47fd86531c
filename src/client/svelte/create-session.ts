import { createSubscriber } from 'svelte/reactivity'
import type { ClientTypes, ClientTypesOf, RegisteredInstance, RenderedSession } from '../client.js'
import { createClient } from '../create-client.js'
import type { ClientError } from '../request.js'
import {
  asJson,
  createSessionStore,
  isRendered,
  type RefetchOptions,
  statusOf,
  syncSession,
} from '../session-store.js'
import { DEFAULT_BASE_PATH } from './page-client.js'

/** It is not known yet whether a user is signed in. */
export interface LoadingSession {
  status: 'loading'
  data: null
}

/** A user is signed in. */
export interface AuthenticatedSession<T extends ClientTypes> {
  status: 'authenticated'
  data: T['session']
}

/** No user is signed in. */
export interface UnauthenticatedSession {
  status: 'unauthenticated'
  data: null
}

/** What a page knows of the session: `status` says whether there is one in `data`. */
export type SessionState<T extends ClientTypes> =
  | LoadingSession
  | AuthenticatedSession<T>
  | UnauthenticatedSession

/** The options of `createSession`. */
export interface SessionOptions<Rendered = unknown> extends RefetchOptions {
  /**
   * The session that the server rendered the page with, such as `() => data.session`; it is read again whenever it changes. Without it,
   * the session is fetched once the page has loaded.
   */
  session?: (() => Rendered | null | undefined) | undefined
  /** Where the routes are, with the path that the application itself is under. Default: `/auth`. */
  basePath?: `/${string}` | undefined
  /** Called when the session cannot be read. It signs no user out. Default: `console.error`. */
  onError?: ((error: ClientError) => void) | undefined
}

/** The session of a page: a store of Svelte, and, by `current`, a value that runes and templates track. */
export interface Session<T extends ClientTypes> {
  /** The current state, which templates, `$derived` and `$effect` track. */
  readonly current: SessionState<T>
  /** The error of the last read. The previous session is still shown. */
  readonly error: ClientError | undefined
  /** As a store: `$session`. */
  subscribe(run: (state: SessionState<T>) => void): () => void
  /**
   * Changes the session: the `jwt` and `session` callbacks apply `data`. Without it, the session is fetched again. Throws a `ClientError`
   * when nothing was changed.
   */
  update(data?: T['update']): Promise<T['session'] | null>
}

/**
 * The session of a page, synchronized with the server and with other tabs while it has subscribers. Call it in the layout of the application.
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
  let followers = 0
  let leave: (() => void) | undefined

  const follow = (run: () => void): (() => void) => {
    const stop = store.subscribe(run)
    if (followers++ === 0) leave = syncSession(store, base, refetch)
    return () => {
      stop()
      if (--followers === 0) leave?.()
    }
  }
  const track = createSubscriber(follow)

  const state = (): SessionState<ClientTypes> => {
    const newest = rendered()
    const known = store.get()
    if (isRendered(known, newest)) return statusOf(known.session) as SessionState<ClientTypes>
    // It applies at once, and is broadcast outside of the render.
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
      // On a server, the session does not change.
      return typeof window === 'undefined' ? () => {} : follow(() => run(state()))
    },
    update: client.update,
  }
}
