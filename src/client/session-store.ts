import type { Client, ClientTypes } from './client.js'
import type { ClientError } from './request.js'

export interface SessionSnapshot {
  readonly session: unknown
  readonly rendered: unknown
  readonly error: ClientError | undefined
}

export interface SessionStore {
  readonly get: () => SessionSnapshot
  readonly subscribe: (listener: () => void) => () => void
  /** `'tab'` means that another tab has reported the change, so it is not broadcast again. */
  readonly refresh: (cause?: 'tab') => Promise<void>
  /** Sets the session. Responses to requests that are still pending are ignored. */
  readonly set: (session: unknown) => void
  readonly rerender: (session: unknown) => void
  /** Broadcasts a change to other tabs. */
  onChange: ((content: string | undefined) => void) | undefined
}

export function createSessionStore(
  client: Pick<Client<ClientTypes>, 'getSession'>,
  initial: unknown,
  report: () => (error: ClientError) => void,
): SessionStore {
  let snapshot: SessionSnapshot = { session: asJson(initial), rendered: initial, error: undefined }
  // A response is ignored if a later request or `set()` has already changed the session.
  let lastStarted = 0
  let lastFinished = 0
  const listeners = new Set<() => void>()

  const change = (changed: Partial<SessionSnapshot>): void => {
    snapshot = { ...snapshot, ...changed }
    for (const listener of listeners) listener()
  }
  // `session` and `rendered` change in one step. With two steps, listeners would first receive the previous session again.
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
 * Whether a session is the one that the server rendered. Sessions are compared by content, because each render creates a
 * new object.
 */
export function isRendered({ rendered }: SessionSnapshot, session: unknown): boolean {
  return session === undefined || isSame(session, rendered)
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** Converts a `Date` to a string: frameworks pass `Date` objects to the page, but the session route sends strings. */
export function asJson(session: unknown): unknown {
  return session === undefined ? undefined : JSON.parse(JSON.stringify(session))
}

/** The JSON of a session without its expiry, because other tabs are not notified when only the expiry changes. */
export function contentOf(session: unknown): string | undefined {
  return JSON.stringify(session && { ...(session as object), expires: 0 })
}

export interface SessionStatus {
  readonly status: 'authenticated' | 'loading' | 'unauthenticated'
  readonly data: unknown
}

export function statusOf(session: unknown): SessionStatus {
  if (session === undefined) return { status: 'loading', data: null }
  return { status: session ? 'authenticated' : 'unauthenticated', data: session }
}
