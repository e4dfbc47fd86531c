import { NEWS } from './news.js'

/** Milliseconds after which a request is sent although others are in progress. */
const PATIENCE = 5000

/**
 * Sends a request in its turn, across all tabs: reads of the session share a turn, and what changes the session has one alone. A response
 * to a read may set the cookie of the session, and would undo a change whose response it overtakes.
 *
 * Where there are no locks, as on a page that is not served securely, requests are sent at once.
 *
 * @see https://w3c.github.io/web-locks/
 */
export function inTurn<Result>(
  basePath: string,
  mode: 'exclusive' | 'shared',
  send: () => Promise<Result>,
): Promise<Result> {
  let sent: Promise<Result> | undefined
  const once = (): Promise<Result> => (sent ??= send())
  // Older browsers have no such signal, and wait for as long as it takes.
  const signal = AbortSignal.timeout?.(PATIENCE)
  // Where its turn does not come in time, or an origin without storage has no locks, it is sent all the same.
  return (
    globalThis.navigator?.locks?.request(`${NEWS}:${basePath}`, { mode, signal }, once).catch(once) ?? once()
  )
}
