/** A change of the session that one part of a page broadcasts to the others. */
export interface SessionChange {
  readonly basePath: string
  /** The new session, if known. */
  readonly session?: unknown
  /** Whether the browser is about to load another page, which will show the change. */
  readonly leaving?: boolean
  /** Promises that the sender waits for. Receivers add their promises to the array. */
  readonly pending: (Promise<void> | void)[]
}

/** A query for the base path of the page. A receiver that knows the base path sets it here. */
export interface BasePathQuery {
  basePath?: string
}

/** Name of the event on `window` that carries a {@link SessionChange} or a {@link BasePathQuery}, and prefix of the channel. */
export const EVENT = 'authwright'

/** Opens a channel to other tabs with the same base path, if the browser supports channels. */
export function openChannel(basePath: string): BroadcastChannel | undefined {
  return globalThis.BroadcastChannel && new BroadcastChannel(`${EVENT}:${basePath}`)
}

/**
 * Dispatches an event to the receivers on this page. Returns the detail of the event, which the receivers may
 * have changed.
 */
export function dispatch<Detail>(detail: Detail): Detail {
  dispatchEvent(new CustomEvent(EVENT, { detail }))
  return detail
}

/** Broadcasts a session change to this page and to other tabs. Waits until this page shows it, unless it is leaving. */
export async function broadcast(
  basePath: string,
  change: Pick<SessionChange, 'session' | 'leaving'>,
): Promise<void> {
  const { pending } = dispatch<SessionChange>({ ...change, basePath, pending: [] })
  // A receiver on this page that updates its session forwards the change to other tabs. If none does, because
  // there is none or the page is leaving, the change is sent here.
  if (pending.length === 0) {
    const channel = openChannel(basePath)
    channel?.postMessage(null)
    channel?.close()
  }
  await Promise.all(pending)
}
