import type { Client, ClientTypes } from './client.js'
import type { ClientError } from './request.js'

/** The state of the store of a session. */
export interface SessionSnapshot {
  /** `undefined` until the server has responded. */
  readonly session: unknown
  /** The session that the server rendered the page with the last time. */
  readonly rendered: unknown
  /** Why the session could not be read the last time. What was known before still holds. */
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
  /** The server rendered the page again: its session is the newest, where it is another than before. */
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

/** Whether the page was rendered with no session, or with the same as before. A server that renders it again makes another object of the same content. */
export function isRendered({ rendered }: SessionSnapshot, session: unknown): boolean {
  return session === undefined || isSame(session, rendered)
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/**
 * A session that a page was rendered with, as the session route sends it: frameworks keep a `Date` that they hand to a page,
 * and the server's next response has a string in its place.
 */
export function asJson(session: unknown): unknown {
  return session === undefined ? undefined : JSON.parse(JSON.stringify(session))
}

/** The session as a string, without its expiry: an extension is no change to broadcast. */
export function contentOf(session: unknown): string | undefined {
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
