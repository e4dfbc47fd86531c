import type { SessionStore } from './session-store.js'

/** Time until the next attempt to read the first session, if the server sends no `Retry-After`. */
const RETRY_AFTER_SECONDS = 5

/** 24 days. A timer with a longer delay fires at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1

export function delayOf(seconds: number): number {
  return Math.min(seconds * 1000, LONGEST_DELAY_MS)
}

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
