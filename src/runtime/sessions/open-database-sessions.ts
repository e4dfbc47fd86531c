import type { FactsStorage } from '../../adapters/contract.js'
import type { SessionStore } from '../../stores/contract.js'
import type { Hooks } from '../config/events.js'
import type { Log } from '../config/logger.js'
import type { Settings } from '../config/settings.js'
import { createSealer } from '../crypto/sealer.js'
import { type NamedCookie, sessionAudience, sessionSalt } from '../http/cookie-policy.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import type { Persistence } from '../storage/persistence.js'
import { sessionKey } from '../storage/tenants.js'
import { cacheCookie, databaseSessions } from './database.js'
import type { Revoking } from './revocations.js'
import type { SessionCache } from './session-cache.js'
import { CLOCK_TOLERANCE, sessionPolicy } from './session-renewal.js'
import type { SessionStrategy } from './session-strategy.js'

/** What sessions are made from. */
export interface SessionsParts
  extends Pick<Settings, 'spec' | 'secrets' | 'clock'>,
    Pick<Persistence, 'adapter' | 'store' | 'commonStore'>,
    Hooks,
    Revoking,
    Pick<Log, 'logger'> {
  readonly tenant: string | undefined
  readonly storedClaims: (() => Promise<ClaimsStorage>) | undefined
}

/** Where the claims of sessions are, if not in their cookies. */
export interface ClaimsStorage {
  /** Its calls have a time limit, and it knows users by their ids within the tenant. */
  readonly store: SessionStore
  /** The sessions of an origin. */
  open(parts: SessionsParts, cookie: NamedCookie, hostname: string): SessionStrategy
}

/** The sessions of strategy `'database'` as the configuration says. */
export function openDatabaseSessions(
  parts: SessionsParts,
  adapter: GuardedAdapter,
  cookie: NamedCookie,
  hostname: string,
): SessionStrategy {
  const { callbacks, emit, clock, logger, spec } = parts
  const { generateSessionToken, max, when = 'oldest', cache: lifetime } = spec.session
  let copies: Promise<SessionCache> | undefined
  const cache = (): Promise<SessionCache> => {
    copies ??= loadCache(parts, adapter, cookie, hostname)
    return copies
  }
  return databaseSessions({
    adapter,
    cookie,
    callbacks,
    emit,
    policy: sessionPolicy(spec),
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
  })
}

/** Copies of database sessions are sealed for one site and one tenant, as tokens of sessions are. */
async function loadCache(
  { spec, commonStore, secrets, clock }: SessionsParts,
  adapter: GuardedAdapter,
  session: NamedCookie,
  hostname: string,
): Promise<SessionCache> {
  const [{ sessionCache }, { sessionEndings }] = await Promise.all([
    import('./session-cache.js'),
    import('../storage/session-endings.js'),
  ])
  const { cache: lifetime = 0 } = spec.session
  const cookie = cacheCookie(session)
  const site = sessionAudience(spec.options.sessionAudience, session, hostname)
  const audience = sessionSalt(cookie.name, site)
  return sessionCache({
    adapter,
    endings: sessionEndings(commonStore, lifetime),
    sealer: createSealer({ secrets, purpose: 'session copy', audience, clock, clockSkew: CLOCK_TOLERANCE }),
    cookie,
    lifetime,
  })
}
