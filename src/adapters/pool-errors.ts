interface Emitter {
  on(event: 'error', listener: (error: Error) => void): unknown
  listenerCount(event: 'error'): number
}

/**
 * Adds a listener for `error` events to a pool. A pool emits `error` when it loses an idle connection. Without a
 * listener, this event ends the process. The pool replaces the connection when it is next used.
 *
 * @see https://node-postgres.com/apis/pool#error
 */
export function surviveIdleErrors(pool: unknown): void {
  const { on, listenerCount } = (pool ?? {}) as Partial<Emitter>
  if (typeof on !== 'function' || typeof listenerCount !== 'function') return
  const emitter = pool as Emitter
  if (emitter.listenerCount('error') === 0) emitter.on('error', () => undefined)
}
