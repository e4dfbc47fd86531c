import { createEffect, createMemo, createSignal, onCleanup, onMount, untrack } from 'solid-js'
import type { ClientTypes, ClientTypesOf, RegisteredInstance, RenderedSession } from '../client.js'
import { createClient } from '../create-client.js'
import type { ClientError } from '../request.js'
import { asJson, createSessionStore, isRendered, statusOf } from '../session-store.js'
import { type RefetchOptions, syncSession } from '../session-sync.js'
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
