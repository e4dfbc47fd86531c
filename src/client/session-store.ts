import type { Client } from './client.js'
import type { ClientError } from './client-error.js'
import type { ClientTypes } from './client-types.js'

/** What a page knows of the session. */
export interface Known {
  /** `undefined` until the server has responded. */
  readonly session: unknown
  /** The session that the page was given by the server that rendered it, when it was last given one. */
  readonly given: unknown
  /** Why the session could not be read the last time. What was known before still holds. */
  readonly error: ClientError | undefined
}

/** Keeps what a page knows of the session. */
export interface SessionStore {
  readonly known: () => Known
  /** Calls back after each change, until the function that it returns is called. */
  readonly subscribe: (listener: () => void) => () => void
  /** Fetches the session. A session received from others is not broadcast again. */
  readonly refresh: (by?: 'others') => Promise<void>
  /** Takes what is newer than all that is known or on its way. */
  readonly take: (session: unknown) => void
  /** Takes what the page was given, when that is not what it was given before. */
  readonly give: (session: unknown) => void
  /** Calls back with each change of which other tabs have to hear. */
  onChange: ((content: string | undefined) => void) | undefined
}

export function createSessionStore(
  client: Pick<Client<ClientTypes>, 'getSession'>,
  initial: unknown,
  report: () => (error: ClientError) => void,
): SessionStore {
  let known: Known = { session: asReceived(initial), given: initial, error: undefined }
  let begun = 0
  let done = 0
  const listeners = new Set<() => void>()

  const set = (change: Partial<Known>): void => {
    known = { ...known, ...change }
    for (const listener of listeners) listener()
  }
  const accept = (session: unknown, by?: 'others'): void => {
    const before = contentOf(known.session)
    const same = JSON.stringify(session) === JSON.stringify(known.session)
    if (!same || known.error) set({ session: same ? known.session : session, error: undefined })
    if (contentOf(session) !== before && by !== 'others') store.onChange?.(contentOf(session))
  }
  const store: SessionStore = {
    onChange: undefined,
    known: () => known,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async refresh(by) {
      const turn = ++begun
      try {
        const session = await client.getSession()
        // A fetch that began before the current session was known is outdated.
        if (turn <= done) return
        done = turn
        accept(session, by)
      } catch (cause) {
        if (turn <= done) return
        set({ error: cause as ClientError })
        report()(cause as ClientError)
      }
    },
    take(session) {
      done = ++begun
      accept(session)
    },
    give(session) {
      if (isGiven(known, session)) return
      set({ given: session })
      store.take(asReceived(session))
    },
  }
  return store
}

/** Whether a page was given nothing, or nothing new. A server that renders it anew makes another object of the same. */
export function isGiven({ given }: Known, session: unknown): boolean {
  return session === undefined || JSON.stringify(session) === JSON.stringify(given)
}

/**
 * A session that a page was rendered with, as the server would send it: frameworks keep a `Date` that they hand to a page,
 * and the server's next response has a string in its place.
 */
export function asReceived(session: unknown): unknown {
  return session === undefined ? undefined : JSON.parse(JSON.stringify(session))
}

/** What a session says, but for when it ends: that is put off again and again, and is no news. */
export function contentOf(session: unknown): string | undefined {
  return JSON.stringify(session && { ...(session as object), expires: 0 })
}
