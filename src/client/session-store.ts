import type { Client, ClientTypes } from './client.js'
import type { ClientError } from './request.js'

/** The state of a session store. */
export interface SessionSnapshot {
  /** `undefined` until the server has responded. */
  readonly session: unknown
  /** The session of the last server render. */
  readonly rendered: unknown
  /** The error of the last read, if it failed. `session` keeps its value. */
  readonly error: ClientError | undefined
}

/** The session of a page. */
export interface SessionStore {
  readonly get: () => SessionSnapshot
  /** Calls the listener after each change. Returns a function that stops it. */
  readonly subscribe: (listener: () => void) => () => void
  /** Fetches the session. With the cause `'tab'`, the change is not broadcast again. */
  readonly refresh: (cause?: 'tab') => Promise<void>
  /** Sets a session that is newer than the current one and than pending requests. */
  readonly set: (session: unknown) => void
  /** Sets the session of a new server render, if it differs from the last one. */
  readonly rerender: (session: unknown) => void
  /** Called with each change, to broadcast it to other tabs. */
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
        // A newer session was set while this request was pending.
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

/**
 * Whether the page was rendered without a session, or with the same one as before. Compared by content, because each render creates a new
 * object.
 */
export function isRendered({ rendered }: SessionSnapshot, session: unknown): boolean {
  return session === undefined || isSame(session, rendered)
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** A rendered session in the form that the session route returns. Frameworks pass `Date` objects to the page; the route sends strings. */
export function asJson(session: unknown): unknown {
  return session === undefined ? undefined : JSON.parse(JSON.stringify(session))
}

/** The session as a string without its expiry, because an extension of the session is not broadcast. */
function contentOf(session: unknown): string | undefined {
  return JSON.stringify(session && { ...(session as object), expires: 0 })
}

/** The state that components read. `loading` until the server has responded. */
export interface SessionStatus {
  readonly status: 'authenticated' | 'loading' | 'unauthenticated'
  readonly data: unknown
}

export function statusOf(session: unknown): SessionStatus {
  const known = session ? 'authenticated' : 'unauthenticated'
  return { status: session === undefined ? 'loading' : known, data: session ?? null }
}

/** A change of the session that one part of a page broadcasts to the others. */
export interface SessionChange {
  readonly basePath: string
  /** The new session, if known. */
  readonly session?: unknown
  /** Whether the browser is about to load another page, which will show the change. */
  readonly leaving?: boolean
  /** Promises that the sender waits for. Receivers add theirs. */
  readonly pending: (Promise<void> | void)[]
}

/** A query for the base path of the page. A receiver that knows it sets it here. */
export interface BasePathQuery {
  basePath?: string
}

/**
 * Name of the event on `window` that carries a {@link SessionChange} or a {@link BasePathQuery}, and prefix of the channel and the lock.
 */
const NAME = 'authwright'

/** Opens a channel to other tabs with the same base path, if the browser supports channels. */
function openChannel(basePath: string): BroadcastChannel | undefined {
  return globalThis.BroadcastChannel && new BroadcastChannel(`${NAME}:${basePath}`)
}

/** Dispatches an event to the receivers on this page. Returns the detail, which they may have changed. */
export function dispatch<Detail>(detail: Detail): Detail {
  dispatchEvent(new CustomEvent(NAME, { detail }))
  return detail
}

/** Broadcasts a session change to this page and to other tabs, and waits until this page shows it. */
export async function broadcast(
  basePath: string,
  change: Pick<SessionChange, 'session' | 'leaving'>,
): Promise<void> {
  const { pending } = dispatch<SessionChange>({ ...change, basePath, pending: [] })
  // If the page shows the session, its receiver forwards the change to other tabs.
  if (pending.length === 0) {
    const channel = openChannel(basePath)
    channel?.postMessage(null)
    channel?.close()
  }
  await Promise.all(pending)
}

/** Milliseconds to wait for the lock. Then the request is sent anyway. */
const LOCK_TIMEOUT_MS = 5000

/**
 * Sends a request while holding a lock that all tabs share: reads of the session share it, changes hold it exclusively. A read can set the
 * session cookie. Without the lock, a late response to a read could undo a change.
 *
 * Browsers without locks, such as on insecure pages, send requests at once.
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
  // Older browsers do not have `AbortSignal.timeout`, and wait without a limit.
  const signal = AbortSignal.timeout?.(LOCK_TIMEOUT_MS)
  // If the lock is not granted in time, or the origin has no storage for locks, the request is sent anyway.
  return (
    globalThis.navigator?.locks?.request(`${NAME}:${basePath}`, { mode, signal }, once).catch(once) ?? once()
  )
}

/** When to fetch the session again. */
export interface RefetchOptions {
  /** Seconds between reads of the session while a user is signed in. Default: `0`, never. */
  refetchInterval?: number | undefined
  /** Whether to fetch the session when the page becomes visible again, for example after a change of tabs. Default: `true`. */
  refetchOnWindowFocus?: boolean | undefined
  /** Whether to keep fetching by the interval while the browser is offline. Default: `true`. */
  refetchWhenOffline?: boolean | undefined
}

/** Seconds to wait before the first fetch is retried, if the server sends no `Retry-After`. */
const RETRY_AFTER = 5

/** Keeps a store in sync with the server, with other tabs and with changes on the page. Returns a function that stops it. */
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

  /** Retries until there is a response, because the page cannot show anything without one. */
  const load = async (): Promise<void> => {
    // React's strict mode starts, stops and starts again in one task. Wait, so that the stopped run fetches nothing.
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
  // A page in the back/forward cache receives no events.
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
