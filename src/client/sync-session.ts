import { delayOf, readFirstSession } from './first-session-read.js'
import { type RefetchOptions, refetchOptions } from './refetch-options.js'
import { type BasePathQuery, EVENT, openChannel, type SessionChange } from './session-change.js'
import { contentOf, type SessionStore } from './session-store.js'

/**
 * Keeps a session store in sync with the server and with other tabs. Returns a function that stops this.
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
  if (store.get().session === undefined) void readFirstSession(store, signal)
  else if (start === 'refresh') void store.refresh()
  else post(contentOf(store.get().session))

  return () => {
    stop.abort()
    clearInterval(interval)
    channel?.close()
    store.onChange = undefined
  }
}
