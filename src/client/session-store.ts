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
  /** Calls the listener after each change. Returns a function that removes the listener. */
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Fetches the session. The cause `'tab'` means that another tab has reported the change, so it is not
   * broadcast again.
   */
  readonly refresh: (cause?: 'tab') => Promise<void>
  /** Sets a new session. Responses to requests that are still pending are ignored. */
  readonly set: (session: unknown) => void
  /** Sets the session of a new server render, if it differs from the session of the last render. */
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
  // Each request has a number. A response is ignored if a later request or `set()` has already changed the
  // session.
  let lastStarted = 0
  let lastFinished = 0
  const listeners = new Set<() => void>()

  const change = (changed: Partial<SessionSnapshot>): void => {
    snapshot = { ...snapshot, ...changed }
    for (const listener of listeners) listener()
  }
  // The session and `rendered` change together, so that no listener receives the earlier session once more.
  const accept = (session: unknown, cause?: 'tab', rendered = snapshot.rendered): void => {
    const before = snapshot.session
    const same = isSame(session, before)
    if (!same || snapshot.error || rendered !== snapshot.rendered) {
      change({ session: same ? before : session, rendered, error: undefined })
    }
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
      const number = ++lastStarted
      try {
        const session = await client.getSession()
        if (number <= lastFinished) return
        lastFinished = number
        accept(session, cause)
      } catch (error) {
        if (number <= lastFinished) return
        change({ error: error as ClientError })
        report()(error as ClientError)
      }
    },
    set(session) {
      lastFinished = ++lastStarted
      accept(session)
    },
    rerender(session) {
      if (isRendered(snapshot, session)) return
      lastFinished = ++lastStarted
      accept(asJson(session), undefined, session)
    },
  }
  return store
}

/**
 * Whether the page was rendered without a session, or with the same session as before. Sessions are compared by content, because each
 * render creates a new object.
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

/**
 * The session as a string, to detect changes. The string does not contain the expiry, because an extension of the session is not broadcast.
 */
export function contentOf(session: unknown): string | undefined {
  return JSON.stringify(session && { ...(session as object), expires: 0 })
}

/** The state that components read. `loading` until the server has responded. */
export interface SessionStatus {
  readonly status: 'authenticated' | 'loading' | 'unauthenticated'
  readonly data: unknown
}

export function statusOf(session: unknown): SessionStatus {
  if (session === undefined) return { status: 'loading', data: null }
  return { status: session ? 'authenticated' : 'unauthenticated', data: session }
}
