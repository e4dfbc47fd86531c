import { MissingAdapter } from '../../errors.js'
import type { Awaitable } from '../../model/awaitable.js'
import { skipCSRFCheck } from '../../options/auth-options.js'
import { backgroundWork } from './background-work.js'
import { createGetter } from './base/create-getter.js'
import { firstOf } from './base/first-of.js'
import { cookiePolicies, type NamedCookie } from './http/cookie-policy.js'
import { type CookieExchange, clearCookie, isRepeated } from './http/cookies.js'
import { type Csrf, createCsrf } from './http/csrf-tokens.js'
import type { RequestOrigin } from './http/trusted-hosts.js'
import type { App, RuleParts, Site, SiteParts } from './object-lifetimes.js'
import { loadRoutes } from './route-table.js'
import { sealedSessions } from './sessions/sealed-sessions.js'
import { secretChecks, siteName } from './sessions/secrets-in-use.js'
import { inOrder } from './sessions/session-rule.js'
import type { SessionStrategy } from './sessions/session-strategy.js'

export function createSite(app: App, at: RequestOrigin): Site {
  const { spec, loaded, features } = app
  const { domain, strategy } = spec.session
  if (strategy === 'database' && !app.adapter) {
    throw new MissingAdapter("Strategy 'database' needs an adapter: call .adapter() before .build().")
  }
  const { hostname } = new URL(at.origin)
  const secure = spec.options.useSecureCookies ?? at.secure
  // Browsers refuse a cookie for a domain that does not contain the host, which happens during development.
  const isWithinDomain = domain !== undefined && `.${hostname}`.endsWith(`.${domain}`)
  const cookies = app.host.get(cookiePolicies)({
    secure,
    cookies: spec.cookies,
    compat: spec.options.compat,
    sessionDomain: isWithinDomain ? domain : undefined,
  })
  const origin = { app, hostname, secure, cookies }
  const ruleParts: RuleParts = { ...origin, csrf: csrfOf(origin) }
  const rules = inOrder([...features, ...loaded].flatMap(({ sessions }) => sessions?.(ruleParts) ?? []))
  const parts: SiteParts = { ...ruleParts, rules }
  const plain = firstOf(loaded, (feature) => feature.strategy?.(parts)) ?? sealedSessions(parts)
  const sessions = loaded.reduce(
    (inner, feature) => feature.wrapSessions?.(inner, parts) ?? inner,
    withRepeatedCookies(plain, parts),
  )
  const site: Site = {
    ...parts,
    sessions,
    compareSecretsWhenDue() {
      compareSecretsWhenDue(site)
    },
    get: createGetter(() => site),
  }
  return site
}

function compareSecretsWhenDue(site: Site): void {
  const { host, store } = site.app
  if (store.scope === 'process' || !host.get(secretChecks).beginIfDue(siteName(site))) return
  host.get(backgroundWork).run(loadRoutes().then(({ compareSecrets }) => compareSecrets(site)))
}

/**
 * Wraps `sessions` for requests with several session cookies of one name. The code is loaded by the first
 * such request, or by a sign-in or sign-out.
 */
function withRepeatedCookies(sessions: SessionStrategy, site: SiteParts): SessionStrategy {
  const { name } = site.cookies.sessionToken
  // Browsers keep only one cookie of a name with the prefix `__Host-`.
  if (name.startsWith('__Host-')) return sessions
  let repeated: SessionStrategy | undefined
  const load = async (): Promise<SessionStrategy> => {
    repeated ??= (await loadRoutes()).repeatedCookies(sessions, site)
    return repeated
  }
  const forRequest = ({ cookies }: CookieExchange): Awaitable<SessionStrategy> =>
    isRepeated(name, cookies) ? load() : sessions
  return {
    find: async (exchange, how) => (await forRequest(exchange)).find(exchange, how),
    start: async (login, exchange, added) => (await load()).start(login, exchange, added),
    discard: async (key, exchange) => sessions.discard(key, exchange),
    key: async (exchange) => (await forRequest(exchange)).key(exchange),
    end: async (exchange) => (await load()).end(exchange),
    // A request with repeated cookies has called one of the methods above, which loaded the code.
    show: async (live, update, request) => (repeated ?? sessions).show(live, update, request),
    clear: (exchange) => (repeated ?? sessions).clear(exchange),
    clearUnusable: (exchange) => (repeated ?? sessions).clearUnusable(exchange),
  }
}

function csrfOf(site: Omit<RuleParts, 'csrf'>): Csrf {
  const { app } = site
  const { loaded, spec } = app
  const { csrfToken: cookie } = site.cookies
  if (spec.options.skipCSRFCheck === skipCSRFCheck) return uncheckedCsrf(cookie)
  return firstOf(loaded, ({ csrf }) => csrf?.(site)) ?? createCsrf(app.mac(`csrf ${cookie.name}`), cookie)
}

function uncheckedCsrf({ name, options }: NamedCookie): Csrf {
  return {
    isOff: true,
    current: async () => ({ token: '', cookie: undefined }),
    renew: async () => clearCookie(name, options),
    verify: async () => true,
  }
}
