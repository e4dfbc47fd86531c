import { MissingAdapter } from '../../errors.js'
import { skipCSRFCheck } from '../../options/auth-options.js'
import { cookiePolicies, type NamedCookie } from './http/cookie-policy.js'
import { clearCookie } from './http/cookies.js'
import { type Csrf, createCsrf } from './http/csrf-tokens.js'
import type { RequestOrigin } from './http/origin.js'
import type { App, RuleParts, Site } from './lifetimes.js'
import { createGetter, firstOf } from './owner.js'
import { sealedSessions } from './sessions/sealed-sessions.js'
import { inOrder } from './sessions/session-rule.js'

/** Makes what depends on the origin: cookies, their keys, and the sessions in them. */
export function createSite(app: App, at: RequestOrigin): Site {
  const { spec, loaded, features } = app
  const { domain, strategy } = spec.session
  if (strategy === 'database' && !app.adapter) {
    throw new MissingAdapter("Strategy 'database' needs an adapter: call .adapter() before .build().")
  }
  const { hostname } = new URL(at.origin)
  const secure = spec.options.useSecureCookies ?? at.secure
  const cookies = app.host.get(cookiePolicies)({
    secure,
    cookies: spec.cookies,
    compat: spec.options.compat,
    // A browser refuses the cookie of a domain that the host is not in, such as on a developer's machine.
    sessionDomain: domain !== undefined && `.${hostname}`.endsWith(`.${domain}`) ? domain : undefined,
  })
  const parts = { app, hostname, secure, cookies }
  const withCsrf = { ...parts, csrf: csrfOf(parts) }
  const withRules = {
    ...withCsrf,
    rules: inOrder([...features, ...loaded].flatMap(({ sessions }) => sessions?.(withCsrf) ?? [])),
  }
  const site: Site = {
    ...withRules,
    sessions: firstOf(loaded, (feature) => feature.strategy?.(withRules)) ?? sealedSessions(withRules),
    get: createGetter(() => site),
  }
  return site
}

function csrfOf(site: Omit<RuleParts, 'csrf'>): Csrf {
  const { app } = site
  const { loaded, spec } = app
  const { csrfToken: cookie } = site.cookies
  if (spec.options.skipCSRFCheck === skipCSRFCheck) return uncheckedCsrf(cookie)
  return firstOf(loaded, ({ csrf }) => csrf?.(site)) ?? createCsrf(app.mac(`csrf ${cookie.name}`), cookie)
}

/** Accepts every request, and deletes the token of a browser that still has one. */
function uncheckedCsrf({ name, options }: NamedCookie): Csrf {
  return {
    isOff: true,
    current: async () => ({ token: '', cookie: undefined }),
    renew: async () => clearCookie(name, options),
    verify: async () => true,
  }
}
