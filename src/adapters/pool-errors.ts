/** The methods of a pool, or of another event emitter, that are used here. */
interface Emitter {
  on(event: 'error', listener: (error: Error) => void): unknown
  listenerCount(event: 'error'): number
}

/**
 * Adds an error listener to a pool that has none. Without a listener, the `error` event of a lost idle
 * connection ends the process. The listener does nothing, because the pool replaces the connection when it is
 * next used, and a failed query rejects.
 *
 * A pool gets at most one such listener, even if several adapters use it.
 *
 * @param pool - The pool of the application. Values that are not event emitters are ignored.
 * @see https://node-postgres.com/apis/pool#error
 */
export function surviveIdleErrors(pool: unknown): void {
  const { on, listenerCount } = (pool ?? {}) as Partial<Emitter>
  if (typeof on !== 'function' || typeof listenerCount !== 'function') return
  const emitter = pool as Emitter
  if (emitter.listenerCount('error') === 0) emitter.on('error', () => undefined)
}
