import type { SessionStore } from './session-store.js'
import { delayOf } from './timer-delay.js'

/** Time until the next attempt to read the first session, if the server sends no `Retry-After`. */
const RETRY_AFTER_SECONDS = 5

/** Retries until the session has been read, because components show nothing until then. */
export async function readFirstSession(store: SessionStore, signal: AbortSignal): Promise<void> {
  // React's strict mode runs an effect, cleans it up and runs it again in one task. Due to the `await`, the first run fetches nothing.
  await undefined
  if (signal.aborted) return
  await store.refresh()
  const { session, error } = store.get()
  if (session !== undefined || signal.aborted) return
  const cancel = (): void => clearTimeout(timer)
  const retry = (): void => {
    signal.removeEventListener('abort', cancel)
    void readFirstSession(store, signal)
  }
  const timer = setTimeout(retry, delayOf(error?.retryAfter ?? RETRY_AFTER_SECONDS))
  signal.addEventListener('abort', cancel)
}
