/** The part of a pool, or of another event emitter, that is used here. */
interface Emitter {
  on(event: 'error', listener: (error: Error) => void): unknown
  listenerCount(event: 'error'): number
}

/**
 * Adds an error listener to a pool that has none. If an idle connection is lost, the pool replaces it at its
 * next use, and a failing query rejects by itself. But without a listener, the `error` event ends the
 * process.
 *
 * A pool gets at most one such listener, even if it is passed in again.
 *
 * @param pool - The pool of the application. Values that are not event emitters are ignored.
 * @see https://node-postgres.com/apis/pool#error
 */
export function surviveIdleErrors(pool: unknown): void {
  const { on, listenerCount } = Object(pool) as Partial<Emitter>
  if (typeof on !== 'function' || typeof listenerCount !== 'function') return
  const emitter = pool as Emitter
  if (emitter.listenerCount('error') === 0) emitter.on('error', () => undefined)
}
