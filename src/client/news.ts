/** What one part of a page broadcasts to the others about the session. */
export interface News {
  readonly basePath: string
  /** What the session has become, where that is known. */
  readonly session?: unknown
  /** The page is about to be left: what changes now is for the next one to show. */
  readonly leaving?: boolean
  /** What a receiver has yet to do. */
  readonly waiting: (Promise<void> | void)[]
}

/** Queries the base path of the page. A receiver that knows it writes it here. */
export interface Question {
  basePath?: string
}

/** The name of the event, on `window`, that carries {@link News} or a {@link Question}. */
export const NEWS = 'authwright'

/** A channel to the other tabs that show the same instance, where there is such a thing. */
export function openChannel(basePath: string): BroadcastChannel | undefined {
  return globalThis.BroadcastChannel && new BroadcastChannel(`${NEWS}:${basePath}`)
}

/** Gives every receiver on this page a chance to respond. */
export function tell<Detail>(detail: Detail): Detail {
  dispatchEvent(new CustomEvent(NEWS, { detail }))
  return detail
}

/** Says that the session has changed, here and in other tabs, and waits until it shows here. */
export async function announce(basePath: string, news: Pick<News, 'session' | 'leaving'>): Promise<void> {
  const { waiting } = tell<News>({ ...news, basePath, waiting: [] })
  // A receiver that shows the session here forwards it to the other tabs.
  if (waiting.length === 0) {
    const channel = openChannel(basePath)
    channel?.postMessage(null)
    channel?.close()
  }
  await Promise.all(waiting)
}
