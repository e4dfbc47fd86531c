import type { FactsStorage } from '../../../adapters/contract.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import { sessionAudience, sessionSalt } from '../../core/http/cookie-policy.js'
import type { SiteParts } from '../../core/lifetimes.js'
import { sessionPolicy } from '../../core/sessions/session-renewal.js'
import type { SessionStrategy } from '../../core/sessions/session-strategy.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { sessionEndings } from '../../core/storage/session-endings.js'
import { sessionKey } from '../../core/storage/tenants.js'
import { cacheCookie, databaseSessions } from './database.js'
import { type SessionCache, sessionCache } from './session-cache.js'

/** The sessions of strategy `'database'`, as the configuration says. */
export function openDatabaseSessions(site: SiteParts): SessionStrategy | undefined {
  const { adapter, callbacks, emit, clock, logger, spec, store, tenant, providerLogout } = site.app
  if (!adapter || spec.session.strategy !== 'database') return undefined
  const { generateSessionToken, max, when = 'oldest', cache } = spec.session
  return databaseSessions({
    adapter,
    cookie: site.cookies.sessionToken,
    callbacks,
    emit,
    policy: sessionPolicy(spec),
    generateSessionToken,
    sessionKey: sessionKey(tenant),
    store,
    storesFacts: (spec.adapter as FactsStorage | undefined)?.sessionFacts === true,
    limit: max === undefined ? undefined : { max, when },
    cache: cache ? openCache(site, adapter, cache) : undefined,
    // Also where no provider ends sessions any more: a session that one has ended keeps its mark.
    providerLogout,
    logger,
    clock,
  })
}

/**
 * Copies of database sessions are sealed for one site and one tenant, as tokens of sessions are.
 *
 * @param lifetime - In seconds.
 */
function openCache(
  { app: { spec, commonStore, sealer }, cookies: { sessionToken }, hostname }: SiteParts,
  adapter: GuardedAdapter,
  lifetime: number,
): SessionCache {
  const cookie = cacheCookie(sessionToken)
  const site = sessionAudience(spec.options.sessionAudience, sessionToken, hostname)
  const audience = sessionSalt(cookie.name, site)
  return sessionCache({
    adapter,
    endings: sessionEndings(commonStore, lifetime),
    sealer: sealer({ purpose: 'session copy', audience, clockSkew: SERVER_CLOCK_TOLERANCE_SECONDS }),
    cookie,
    lifetime,
  })
}
