import { clearChunked } from '../http/cookie-chunks.js'
import type { NamedCookie } from '../http/cookie-policy.js'
import { addCookies } from '../http/cookies.js'
import type { SessionStrategy } from './session-strategy.js'

/**
 * Sessions of a strategy whose code is loaded with the first request that needs it: a server with strategy `jwt` never
 * loads the one for databases. Once loaded, each call is the strategy's own.
 */
export function lazySessions(cookie: NamedCookie, load: () => Promise<SessionStrategy>): SessionStrategy {
  let strategy: SessionStrategy | undefined
  const loading = async (): Promise<SessionStrategy> => {
    const loaded = await load()
    strategy ??= loaded
    return strategy
  }
  const clear: SessionStrategy['clear'] = (exchange) =>
    addCookies(exchange, clearChunked(cookie, exchange.cookies))
  return {
    find: (...args) => (strategy ? strategy.find(...args) : loading().then((loaded) => loaded.find(...args))),
    start: async (...args) => (strategy ?? (await loading())).start(...args),
    discard: async (...args) => (strategy ?? (await loading())).discard(...args),
    key: async (...args) => (strategy ?? (await loading())).key(...args),
    show: (...args) => (strategy ? strategy.show(...args) : loading().then((loaded) => loaded.show(...args))),
    end: async (...args) => (strategy ?? (await loading())).end(...args),
    clear,
    // Before the first `find`, no cookie is known to be valid elsewhere.
    clearUnusable: (exchange) => (strategy ? strategy.clearUnusable(exchange) : clear(exchange)),
  }
}
