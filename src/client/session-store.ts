import type { Client, ClientTypes } from './client.js'
import type { ClientError } from './request.js'

/** The state of the store of a session. */
export interface SessionSnapshot {
  /** `undefined` until the server has responded. */
  readonly session: unknown
  /** The session that the server rendered the page with the last time. */
  readonly rendered: unknown
  /** The error of the last read, which leaves `session` unchanged. */
  readonly error: ClientError | undefined
}

/** The session of a page. */
export interface SessionStore {
  readonly get: () => SessionSnapshot
  /** Calls back after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
  /** Fetches the session. A change in another tab is not broadcast again. */
  readonly refresh: (cause?: 'tab') => Promise<void>
  /** Sets a session that is newer than the current one and than in-flight requests. */
  readonly set: (session: unknown) => void
  /** Sets the session that the server rendered the page with again, where it differs from the last one. */
  readonly rerender: (session: unknown) => void
  /** Receives each change to broadcast to other tabs. */
  onChange: ((content: string | undefined) => void) | undefined
}

export function createSessionStore(
  client: Pick<Client<ClientTypes>, 'getSession'>,
  initial: unknown,
  report: () => (error: ClientError) => void,
): SessionStore {
  let snapshot: SessionSnapshot = { session: asJson(initial), rendered: initial, error: undefined }
  let started = 0
  let finished = 0
  const listeners = new Set<() => void>()

  const change = (changed: Partial<SessionSnapshot>): void => {
    snapshot = { ...snapshot, ...changed }
    for (const listener of listeners) listener()
  }
  const accept = (session: unknown, cause?: 'tab'): void => {
    const before = snapshot.session
    const same = isSame(session, before)
    if (!same || snapshot.error) change({ session: same ? before : session, error: undefined })
    if (contentOf(session) !== contentOf(before) && !cause) store.onChange?.(contentOf(session))
  }
  const store: SessionStore = {
    onChange: undefined,
    get: () => snapshot,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async refresh(cause) {
      const turn = ++started
      try {
        const session = await client.getSession()
        // A fetch that began before the current session was known is outdated.
        if (turn <= finished) return
        finished = turn
        accept(session, cause)
      } catch (error) {
        if (turn <= finished) return
        change({ error: error as ClientError })
        report()(error as ClientError)
      }
    },
    set(session) {
      finished = ++started
      accept(session)
    },
    rerender(session) {
      if (isRendered(snapshot, session)) return
      change({ rendered: session })
      store.set(asJson(session))
    },
  }
  return store
}

/** Whether the page was rendered with no session, or with the same as before. Compared by content: each render makes a new object. */
export function isRendered({ rendered }: SessionSnapshot, session: unknown): boolean {
  return session === undefined || isSame(session, rendered)
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/**
 * A session that a page was rendered with, as the session route sends it: frameworks pass a `Date` on to the page,
 * where the route sends a string.
 */
export function asJson(session: unknown): unknown {
  return session === undefined ? undefined : JSON.parse(JSON.stringify(session))
}

/** The session as a string, without its expiry: an extension is no change to broadcast. */
function contentOf(session: unknown): string | undefined {
  return JSON.stringify(session && { ...(session as object), expires: 0 })
}

/** The state that components see; `loading` until the server has responded. */
export interface SessionStatus {
  readonly status: 'authenticated' | 'loading' | 'unauthenticated'
  readonly data: unknown
}

export function statusOf(session: unknown): SessionStatus {
  const known = session ? 'authenticated' : 'unauthenticated'
  return { status: session === undefined ? 'loading' : known, data: session ?? null }
}

/** What one part of a page broadcasts to the others about the session. */
export interface SessionChange {
  readonly basePath: string
  /** The new session, where it is known. */
  readonly session?: unknown
  /** The browser is about to load another page, which shows the change. */
  readonly leaving?: boolean
  /** Pending work of receivers. */
  readonly pending: (Promise<void> | void)[]
}

/** Queries the base path of the page. A receiver that knows it writes it here. */
export interface BasePathQuery {
  basePath?: string
}

/** The name of the event on `window` that carries a {@link SessionChange} or a {@link BasePathQuery}; the start of the channel's and the lock's. */
const NAME = 'authwright'

/** A channel to the other tabs that show the same instance, where the browser has channels. */
function openChannel(basePath: string): BroadcastChannel | undefined {
  return globalThis.BroadcastChannel && new BroadcastChannel(`${NAME}:${basePath}`)
}

/** Dispatches an event to the receivers on this page, and returns what they wrote into it. */
export function dispatch<Detail>(detail: Detail): Detail {
  dispatchEvent(new CustomEvent(NAME, { detail }))
  return detail
}

/** Broadcasts that the session has changed, here and to other tabs, and waits until the change shows here. */
export async function broadcast(
  basePath: string,
  change: Pick<SessionChange, 'session' | 'leaving'>,
): Promise<void> {
  const { pending } = dispatch<SessionChange>({ ...change, basePath, pending: [] })
  // A receiver that shows the session here forwards it to the other tabs.
  if (pending.length === 0) {
    const channel = openChannel(basePath)
    channel?.postMessage(null)
    channel?.close()
  }
  await Promise.all(pending)
}

/** Milliseconds after which a request is sent although others are in progress. */
const LOCK_TIMEOUT_MS = 5000

/**
 * Sends a request under a lock that all tabs share: reads of the session hold it together, and what changes the session holds it alone.
 * A response to a read may set the cookie of the session, and would undo a change whose response it overtakes.
 *
 * Where there are no locks, as on a page that is not served securely, requests are sent at once.
 *
 * @see https://w3c.github.io/web-locks/
 */
export function withLock<Result>(
  basePath: string,
  mode: 'exclusive' | 'shared',
  send: () => Promise<Result>,
): Promise<Result> {
  let sent: Promise<Result> | undefined
  const once = (): Promise<Result> => (sent ??= send())
  // Older browsers have no such signal, and wait without a limit.
  const signal = AbortSignal.timeout?.(LOCK_TIMEOUT_MS)
  // Where the lock is not granted in time, or an origin without storage has no locks, it is sent all the same.
  return (
    globalThis.navigator?.locks?.request(`${NAME}:${basePath}`, { mode, signal }, once).catch(once) ?? once()
  )
}

/** When to fetch the session again. */
export interface RefetchOptions {
  /** Seconds between reads of the session while a user is signed in. Default: `0`, never. */
  refetchInterval?: number | undefined
  /** Whether to fetch it when the page gets the focus. Default: `true`. */
  refetchOnWindowFocus?: boolean | undefined
  /** Whether to fetch by the interval while offline. Default: `true`. */
  refetchWhenOffline?: boolean | undefined
}

/** Seconds until a first fetch is retried, where the server sends no `Retry-After`. */
const RETRY_AFTER = 5

/** Synchronizes a store with the server, with other tabs and with changes on the page, until the returned function is called. */
export function syncSession(
  store: SessionStore,
  basePath: string,
  { refetchInterval = 0, refetchOnWindowFocus = true, refetchWhenOffline = true }: RefetchOptions,
): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const channel = openChannel(basePath)
  let leaving = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Without a response, nothing can be shown: the fetch is retried until there is one. */
  const load = async (): Promise<void> => {
    // Strict mode of React starts, stops and starts again in one task: what is stopped at once fetches nothing.
    await undefined
    if (signal.aborted) return
    await store.refresh()
    const { session, error } = store.get()
    if (session !== undefined || signal.aborted) return
    timer = setTimeout(load, (error?.retryAfter ?? RETRY_AFTER) * 1000)
  }
  const receive = (event: Event): void => {
    const { detail } = event as CustomEvent<SessionChange | BasePathQuery>
    if (!('pending' in detail)) detail.basePath ??= basePath
    else if (detail.basePath !== basePath) return
    else if (detail.leaving) leaving = true
    else detail.pending.push(detail.session === undefined ? store.refresh() : store.set(detail.session))
  }
  const resume = (): void => {
    leaving = false
    void store.refresh()
  }

  addEventListener(NAME, receive, { signal })
  // A page from the back/forward cache has received no events in the meantime.
  addEventListener('pageshow', ({ persisted }) => persisted && resume(), { signal })
  if (refetchOnWindowFocus) {
    const onVisibility = (): unknown => document.visibilityState === 'visible' && resume()
    document.addEventListener('visibilitychange', onVisibility, { signal })
  }
  const poll = (): unknown =>
    store.get().session && (refetchWhenOffline || navigator.onLine) && store.refresh()
  const interval = refetchInterval > 0 ? setInterval(poll, refetchInterval * 1000) : undefined

  const post = (content: string | undefined): void => channel?.postMessage(content)
  store.onChange = post
  if (channel) {
    channel.onmessage = ({ data }) => {
      if (!leaving && data !== contentOf(store.get().session)) void store.refresh('tab')
    }
  }
  if (store.get().session === undefined) void load()
  else post(contentOf(store.get().session))

  return () => {
    stop.abort()
    clearTimeout(timer)
    clearInterval(interval)
    channel?.close()
    store.onChange = undefined
  }
}
