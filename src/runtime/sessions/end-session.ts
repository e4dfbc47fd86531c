import { SignOutError } from '../../errors.js'
import { asError } from '../base/as-error.js'
import type { Hooks } from '../config/events.js'
import type { Log } from '../config/logger.js'
import { addCookies, type CookieExchange, clearChunked, clearCookie } from '../http/cookies.js'
import type { Exchange } from '../http/exchange.js'
import type { SessionCookieContext } from './session-strategy.js'

/** The session cookie of an origin, and the cookies of sign-ins in progress. */
interface SignOutCookieContext extends SessionCookieContext {
  flows(): Promise<{ clear(exchange: CookieExchange): void }>
}

/**
 * Ends the session that a request carries, and the sign-ins that its browser has in progress. Throws
 * `SignOutError` when the session is still alive afterwards.
 */
export async function endSession({
  instance,
  exchange,
}: {
  readonly instance: Pick<Hooks, 'emit'> & Pick<Log, 'logger'>
  readonly exchange: Exchange<SignOutCookieContext>
}): Promise<void> {
  const { sessions, flows, csrf, cookies } = exchange.context
  const ended = await sessions.end(exchange).catch((error: unknown) => {
    throw new SignOutError('The session could not be ended; it is still alive.', { cause: asError(error) })
  })
  instance.logger.debug('sign-out', { session: ended ? 'ended' : 'none' })
  const underWay = await flows()
  underWay.clear(exchange)
  const { name, options } = cookies.providerSession
  if (exchange.cookies.has(name)) addCookies(exchange, [clearCookie(name, options)])
  addCookies(exchange, clearChunked(cookies.providerTokens, exchange.cookies))
  addCookies(exchange, [await csrf.renew('')])
  if (ended) await instance.emit('signOut', ended)
}
