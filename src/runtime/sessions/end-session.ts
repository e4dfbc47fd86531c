import { SignOutError } from '../../errors.js'
import { asError } from '../base/as-error.js'
import type { Instance } from '../compile.js'
import { addCookies } from '../http/cookies.js'
import type { Exchange } from '../http/exchange.js'

/**
 * Ends the session that a request carries, and the sign-ins that its browser has under way. Throws
 * `SignOutError` when the session is still alive afterwards.
 */
export async function endSession({
  instance,
  exchange,
}: {
  readonly instance: Instance
  readonly exchange: Exchange
}): Promise<void> {
  const { sessions, flows, csrf } = exchange.site
  const ended = await sessions.end(exchange).catch((error: unknown) => {
    throw new SignOutError('The session could not be ended; it is still alive.', { cause: asError(error) })
  })
  instance.logger.debug('sign-out', { session: ended ? 'ended' : 'none' })
  const underWay = await flows()
  underWay.clear(exchange)
  addCookies(exchange, [await csrf.renew('')])
  if (ended) await instance.emit('signOut', ended)
}
