import { type RefetchOptions, refetchOptions } from './refetch-options.js'
import { type BasePathQuery, EVENT, openChannel, type SessionChange } from './session-change.js'
import { contentOf, type SessionStore } from './session-store.js'

/** Time until the next attempt to read the first session, if the server sends no `Retry-After`. */
const RETRY_AFTER_SECONDS = 5

/** 24 days. A timer with a longer delay fires at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1

/**
 * Returns a function that stops the synchronization.
 *
 * @param start - `'refresh'` fetches the session. `'broadcast'` sends the session of the store to other tabs.
 */
export function syncSession(
  store: SessionStore,
  basePath: string,
  options: RefetchOptions,
  start: 'broadcast' | 'refresh' = 'broadcast',
): () => void {
  const { refetchInterval, refetchOnWindowFocus, refetchWhenOffline } = refetchOptions(options)
  const stop = new AbortController()
  const { signal } = stop
  const channel = openChannel(basePath)
  let leaving = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Retries until the session has been read, because components show nothing until then. */
  const load = async (): Promise<void> => {
    // React's strict mode runs an effect, cleans it up and runs it again in one task. Due to the `await`, the first run fetches nothing.
    await undefined
    if (signal.aborted) return
    await store.refresh()
    const { session, error } = store.get()
    if (session !== undefined || signal.aborted) return
    timer = setTimeout(load, delayOf(error?.retryAfter ?? RETRY_AFTER_SECONDS))
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

  addEventListener(EVENT, receive, { signal })
  // While a page is in the back/forward cache, it receives no events.
  addEventListener('pageshow', ({ persisted }) => persisted && resume(), { signal })
  if (refetchOnWindowFocus) {
    const onVisibility = (): unknown => document.visibilityState === 'visible' && resume()
    document.addEventListener('visibilitychange', onVisibility, { signal })
  }
  const poll = (): unknown =>
    store.get().session && (refetchWhenOffline || navigator.onLine) && store.refresh()
  const interval = refetchInterval > 0 ? setInterval(poll, delayOf(refetchInterval)) : undefined

  const post = (content: string | undefined): void => channel?.postMessage(content)
  store.onChange = post
  if (channel) {
    channel.onmessage = ({ data }) => {
      if (!leaving && data !== contentOf(store.get().session)) void store.refresh('tab')
    }
  }
  if (store.get().session === undefined) void load()
  else if (start === 'refresh') void store.refresh()
  else post(contentOf(store.get().session))

  return () => {
    stop.abort()
    clearTimeout(timer)
    clearInterval(interval)
    channel?.close()
    store.onChange = undefined
  }
}

function delayOf(seconds: number): number {
  return Math.min(seconds * 1000, LONGEST_DELAY_MS)
}
