export interface SessionChange {
  readonly basePath: string
  readonly session?: unknown
  /** Whether the browser is about to load another page, which will show the change. */
  readonly leaving?: boolean
  readonly pending: (Promise<void> | void)[]
}

export interface BasePathQuery {
  basePath?: string
}

/** The name of the event on `window`, and the prefix of the name of the broadcast channel. */
export const EVENT = 'authwright'

export function openChannel(basePath: string): BroadcastChannel | undefined {
  return globalThis.BroadcastChannel && new BroadcastChannel(`${EVENT}:${basePath}`)
}

export function dispatch<Detail>(detail: Detail): Detail {
  dispatchEvent(new CustomEvent(EVENT, { detail }))
  return detail
}

/** Resolves when this page shows the change. If the browser is leaving the page, resolves at once. */
export async function broadcast(
  basePath: string,
  change: Pick<SessionChange, 'session' | 'leaving'>,
): Promise<void> {
  const { pending } = dispatch<SessionChange>({ ...change, basePath, pending: [] })
  // A session store that adds to `pending` reports the change to other tabs itself.
  if (pending.length === 0) {
    const channel = openChannel(basePath)
    channel?.postMessage(null)
    channel?.close()
  }
  await Promise.all(pending)
}
