import { MissingAdapter } from '../../errors.js'
import { whenKnown } from '../../model/awaitable.js'
import { createSealer, type Sealer } from '../crypto/sealer.js'
import { type NamedCookie, sessionAudience, sessionSalt } from '../http/cookie-policy.js'
import { addCookies, clearChunked } from '../http/cookies.js'
import type { ForeignSealerOptions } from './foreign-sealer.js'
import { jwtSessions } from './jwt.js'
import type { SessionsParts } from './open-database-sessions.js'
import { CLOCK_TOLERANCE, sessionPolicy } from './session-renewal.js'
import type { SessionStrategy } from './session-strategy.js'

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
    return jwtSessions({
      sealer,
      cookie,
      callbacks,
      emit,
      revocations,
      logger,
      policy,
      options,
      clock,
      refresh: spec.session.refresh,
    })
  }
  if (!adapter)
    throw new MissingAdapter("Strategy 'database' needs an adapter: call .adapter() before .build().")
  return lazySessions(cookie, async () => {
    const { openDatabaseSessions } = await import('#database/sessions/open-database-sessions')
    return openDatabaseSessions(parts, adapter, cookie, hostname)
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

/** Seals session tokens for one site: as the application does, as Auth.js does, or as we do. */
function sessionSealer(
  { spec: { jwt, options }, secrets: common, clock }: SessionsParts,
  cookieName: string,
  audience: string,
): Sealer {
  const secrets = jwt.secret === undefined ? common : [jwt.secret].flat()
  const { encode, decode } = jwt
  if (encode || decode || options.compat === 'authjs') {
    return lazyForeignSealer({ encode, decode, secrets, salt: cookieName, audience, clock })
  }
  return createSealer({
    secrets,
    purpose: 'session',
    audience: sessionSalt(cookieName, audience),
    clock,
    clockSkew: CLOCK_TOLERANCE,
  })
}

/** Loads the code for other formats than ours with the first token, because few applications need it. */
function lazyForeignSealer(options: ForeignSealerOptions): Sealer {
  let sealer: Sealer | undefined
  const load = async (): Promise<Sealer> => {
    const { foreignSealer } = await import('#compat/sessions/foreign-sealer')
    sealer ??= foreignSealer(options)
    return sealer
  }
  return {
    seal: async (payload, maxAge) => (sealer ?? (await load())).seal(payload, maxAge),
    open: (token) => whenKnown(sealer ?? load(), (loaded) => loaded.open(token)),
    openAtAnyTime: (token) => whenKnown(sealer ?? load(), (loaded) => loaded.openAtAnyTime(token)),
    hasKeyOf: async (token) => (await load()).hasKeyOf(token),
  }
}
