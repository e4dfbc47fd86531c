/** The part of a pool, or of another event emitter, that is used here. */
interface Emitter {
  on(event: 'error', listener: (error: Error) => void): unknown
  listenerCount(event: 'error'): number
}

/**
 * Listens to the errors of a pool that nothing listens to. A connection that is lost while it is idle is replaced at its next
 * use, and the query that fails rejects by itself; but without a listener the event ends the process.
 *
 * A pool that is given again has a listener already, so there is never a second one of this kind.
 *
 * @param pool - What an application gave: anything that is no emitter is left alone.
 * @see https://node-postgres.com/apis/pool#error
 */
export function surviveIdleErrors(pool: unknown): void {
  const { on, listenerCount } = Object(pool) as Partial<Emitter>
  if (typeof on !== 'function' || typeof listenerCount !== 'function') return
  const emitter = pool as Emitter
  if (emitter.listenerCount('error') === 0) emitter.on('error', () => undefined)
}
