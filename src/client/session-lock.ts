const LOCK_TIMEOUT_MS = 5000

/**
 * Sends a request with a lock. Reading the session can set the session cookie, so a late response to a read could otherwise undo a change.
 * Reads hold the lock in shared mode, changes in exclusive mode. If the browser has no locks, such as on pages without HTTPS, the request is
 * sent at once.
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
