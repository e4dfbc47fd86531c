import type { FactsStorage } from '../../adapters/contract.js'
import { MissingAdapter } from '../../errors.js'
import type { Hooks } from '../config/events.js'
import type { Log } from '../config/logger.js'
import type { Settings } from '../config/settings.js'
import { createSealer } from '../crypto/sealer.js'
import { clearChunked } from '../http/cookie-chunks.js'
import type { NamedCookie } from '../http/cookie-policy.js'
import { addCookies } from '../http/cookies.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import type { Persistence } from '../storage/persistence.js'
import { sessionKey } from '../storage/tenants.js'
import { jwtSessions } from './jwt.js'
import type { Revoking } from './revocations.js'
import { sessionAudience, sessionSalt } from './session-audience.js'
import type { SessionCache } from './session-cache.js'
import { CLOCK_TOLERANCE, sessionPolicy } from './session-renewal.js'
import { sessionSealer } from './session-sealer.js'
import type { SessionStrategy } from './session-strategy.js'

/** What sessions are made from. */
export interface SessionsParts
  extends Pick<Settings, 'spec' | 'secrets' | 'clock'>,
    Pick<Persistence, 'adapter' | 'store'>,
    Hooks,
    Revoking,
    Pick<Log, 'logger'> {
  readonly tenant: string | undefined
}

/** The sessions of an origin, by the strategy of the configuration. */
export function createSessions(parts: SessionsParts, cookie: NamedCookie, hostname: string): SessionStrategy {
  const { adapter, callbacks, emit, clock, logger, revocations, spec } = parts
  const policy = sessionPolicy(spec)
  if (spec.session.strategy === 'jwt') {
    const { jwt: options } = spec
    const site = sessionAudience(spec.options.sessionAudience, cookie, hostname)
    // For an encoder of the application, which may seal with a different key.
    const audience = parts.tenant === undefined ? site : `${encodeURIComponent(parts.tenant)}/${site}`
    const sealer = sessionSealer(parts, cookie.name, audience)
    return jwtSessions({ sealer, cookie, callbacks, emit, revocations, logger, policy, options, clock })
  }
  if (!adapter)
    throw new MissingAdapter("Strategy 'database' needs an adapter: call .adapter() before .build().")
  const { generateSessionToken, max, when = 'oldest', cache: lifetime } = spec.session
  let copies: Promise<SessionCache> | undefined
  const cache = (): Promise<SessionCache> => {
    copies ??= loadCache(parts, adapter, cookie, hostname)
    return copies
  }
  const stored = {
    adapter,
    cookie,
    callbacks,
    emit,
    policy,
    generateSessionToken,
    sessionKey: sessionKey(parts.tenant),
    store: parts.store,
    storesFacts: (spec.adapter as FactsStorage | undefined)?.sessionFacts === true,
    limit: max === undefined ? undefined : { max, when },
    cache: lifetime ? cache : undefined,
    // Also where no provider ends sessions any more: a session that one has ended keeps its mark.
    providerLogout: parts.providerLogout,
    logger,
    clock,
  }
  return lazySessions(cookie, async () =>
    (await import('#database/sessions/database')).databaseSessions(stored),
  )
}

/** Copies of database sessions are sealed for one site and one tenant, as tokens of sessions are. */
async function loadCache(
  { spec, store, secrets, clock }: SessionsParts,
  adapter: GuardedAdapter,
  session: NamedCookie,
  hostname: string,
): Promise<SessionCache> {
  const [{ sessionCache }, { cacheCookie }, { sessionEndings }] = await Promise.all([
    import('#database/sessions/session-cache'),
    import('#database/sessions/database'),
    import('#database/storage/session-endings'),
  ])
  const { cache: lifetime = 0 } = spec.session
  const cookie = cacheCookie(session)
  const site = sessionAudience(spec.options.sessionAudience, session, hostname)
  const audience = sessionSalt(cookie.name, site)
  return sessionCache({
    adapter,
    endings: sessionEndings(store, lifetime),
    sealer: createSealer({ secrets, purpose: 'session copy', audience, clock, clockSkew: CLOCK_TOLERANCE }),
    cookie,
    lifetime,
  })
}

/**
 * Sessions of a strategy whose code is loaded with the first request that needs it: a server with strategy `jwt` never
 * loads the one for databases. Once loaded, each call is the strategy's own.
 */
function lazySessions(cookie: NamedCookie, load: () => Promise<SessionStrategy>): SessionStrategy {
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
