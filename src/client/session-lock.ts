/** Milliseconds to wait for the lock before the request is sent without it. */
const LOCK_TIMEOUT_MS = 5000

/**
 * Sends a request while holding a lock of the origin. Requests that read the session hold it in shared mode,
 * requests that change the session in exclusive mode. Reading can set the session cookie, so without the
 * lock, a late response to a read could undo a change.
 *
 * If the browser has no locks, as on insecure pages, the request is sent at once.
 *
 * @see https://w3c.github.io/web-locks/
 */
export function withLock<Result>(
  basePath: string,
  mode: 'exclusive' | 'shared',
  send: () => Promise<Result>,
): Promise<Result> {
  let sent: Promise<Result> | undefined
  const once = (): Promise<Result> => (sent ??= send())
  // Older browsers do not have `AbortSignal.timeout`, and wait without a limit.
  const signal = AbortSignal.timeout?.(LOCK_TIMEOUT_MS)
  // If the lock is not granted in time, or the origin has no storage for locks, the request is sent without the lock.
  return (
    globalThis.navigator?.locks?.request(`authwright:${basePath}`, { mode, signal }, once).catch(once) ??
    once()
  )
}
