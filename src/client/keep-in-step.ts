import { NEWS, type News, openChannel, type Question } from './news.js'
import { contentOf, type SessionStore } from './session-store.js'

/** When to fetch the session again. */
export interface RefetchOptions {
  /** Seconds between reads of the session while a user is signed in. Default: `0`, never. */
  refetchInterval?: number | undefined
  /** Whether to read it when the page gets the focus. Default: `true`. */
  refetchOnWindowFocus?: boolean | undefined
  /** Whether to go on by the interval without a network. Default: `true`. */
  refetchWhenOffline?: boolean | undefined
}

/** Seconds until a first fetch is retried, where the server does not say. */
const RETRY_AFTER = 5

/**
 * Keeps a store in step with the server, with other tabs and with what happens on the page, until the function that it
 * returns is called.
 */
export function keepInStep(
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
    await store.refresh()
    const { session, error } = store.known()
    if (session !== undefined || signal.aborted) return
    timer = setTimeout(load, (error?.retryAfter ?? RETRY_AFTER) * 1000)
  }
  const hear = (event: Event): void => {
    const { detail } = event as CustomEvent<News | Question>
    if (!('waiting' in detail)) detail.basePath ??= basePath
    else if (detail.basePath !== basePath) return
    else if (detail.leaving) leaving = true
    else detail.waiting.push(detail.session === undefined ? store.refresh() : store.take(detail.session))
  }
  const comeBack = (): void => {
    leaving = false
    void store.refresh()
  }

  addEventListener(NEWS, hear, { signal })
  // A page from the cache for going back has heard nothing in the meantime.
  addEventListener('pageshow', ({ persisted }) => persisted && comeBack(), { signal })
  if (refetchOnWindowFocus) {
    const look = (): unknown => document.visibilityState === 'visible' && comeBack()
    document.addEventListener('visibilitychange', look, { signal })
  }
  const poll = (): unknown =>
    store.known().session && (refetchWhenOffline || navigator.onLine) && store.refresh()
  const interval = refetchInterval > 0 ? setInterval(poll, refetchInterval * 1000) : undefined

  const say = (content: string | undefined): void => channel?.postMessage(content)
  store.onChange = say
  if (channel) {
    channel.onmessage = ({ data }) => {
      if (!leaving && data !== contentOf(store.known().session)) void store.refresh('others')
    }
  }
  if (store.known().session === undefined) void load()
  else say(contentOf(store.known().session))

  return () => {
    stop.abort()
    clearTimeout(timer)
    clearInterval(interval)
    channel?.close()
    store.onChange = undefined
  }
}
