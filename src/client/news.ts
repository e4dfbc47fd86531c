/** What one part of a page tells the others about the session, at once. */
export interface News {
  readonly basePath: string
  /** What the session has become, where that is known. */
  readonly session?: unknown
  /** The page is about to be left: what changes now is for the next one to show. */
  readonly leaving?: boolean
  /** What whoever hears it has yet to do. */
  readonly waiting: (Promise<void> | void)[]
}

/** Asks which base path the page uses. Whoever knows writes it here. */
export interface Question {
  basePath?: string
}

/** The name of the event, on `window`, that carries {@link News} or a {@link Question}. */
export const NEWS = 'authwright'

/** A channel to the other tabs that show the same instance, where there is such a thing. */
export function openChannel(basePath: string): BroadcastChannel | undefined {
  return globalThis.BroadcastChannel && new BroadcastChannel(`${NEWS}:${basePath}`)
}

/** Gives everybody on this page a chance to answer. */
export function tell<Detail>(detail: Detail): Detail {
  dispatchEvent(new CustomEvent(NEWS, { detail }))
  return detail
}

/** Says that the session has changed, here and in other tabs, and waits until it shows here. */
export async function announce(basePath: string, news: Pick<News, 'session' | 'leaving'>): Promise<void> {
  const { waiting } = tell<News>({ ...news, basePath, waiting: [] })
  // Whoever shows the session here tells the other tabs what it found.
  if (waiting.length === 0) {
    const channel = openChannel(basePath)
    channel?.postMessage(null)
    channel?.close()
  }
  await Promise.all(waiting)
}
