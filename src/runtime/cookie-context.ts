import { type LoggerInstance, skipCSRFCheck } from '../options/auth-options.js'
import type { WarnOnce } from './config/logger.js'
import type { Paths } from './config/mount.js'
import { createMac } from './crypto/mac.js'
import { createSealer } from './crypto/sealer.js'
import type { PendingMailCookie } from './flows/email/pending-mail.js'
import type { FlowCookies } from './flows/oauth/flow-cookies.js'
import type { ProviderSessionCookies } from './flows/oauth/provider-session.js'
import type { TokenCookie } from './flows/oauth/token-cookie.js'
import type { CeremonyCookies } from './flows/webauthn/ceremony-cookies.js'
import { type CookiePolicy, cookiePolicy, type NamedCookie } from './http/cookie-policy.js'
import { clearCookie } from './http/cookies.js'
import type { Csrf } from './http/csrf-tokens.js'
import type { KnownBrowsers } from './limits/known-browsers.js'
import type { LoginCapabilities } from './login/capabilities.js'
import type { FailedFormCookie } from './pages/failed-form.js'
import type { RouteCookieContext } from './routes/route-context.js'
import type { SingleUse } from './storage/single-use.js'

/** Seconds by which the clocks of two servers that see one sign-in may differ. */
const FLOW_CLOCK_SKEW = 60

/** What the cookies of an origin are made from. */
export interface CookieContextParts extends LoginCapabilities, Pick<Paths, 'home'> {
  readonly tenant: string | undefined
  readonly logger: LoggerInstance
  readonly warnOnce: WarnOnce
}

/**
 * The cookies of an origin, all but the sessions in them.
 *
 * @param secure - Whether cookies travel over HTTPS only.
 */
export function createCookieContext(
  parts: CookieContextParts,
  secure: boolean,
  hostname: string,
): Omit<RouteCookieContext, 'sessions'> {
  const { secrets, store, home, clock, spec, warnOnce } = parts
  const { domain } = spec.session
  const cookies = cookiePolicy({
    secure,
    cookies: spec.cookies,
    compat: spec.options.compat,
    // A browser refuses the cookie of a domain that the host is not in, such as on a developer's machine.
    sessionDomain: domain !== undefined && `.${hostname}`.endsWith(`.${domain}`) ? domain : undefined,
  })
  const flow = { secrets, purpose: 'flow', audience: cookies.flow.name, clock, clockSkew: FLOW_CLOCK_SKEW }
  let flows: Promise<FlowCookies> | undefined
  let ceremonies: Promise<CeremonyCookies> | undefined
  let failedForm: Promise<FailedFormCookie> | undefined
  let pendingMail: Promise<PendingMailCookie> | undefined
  let mailUses: Promise<SingleUse> | undefined
  let browsers: Promise<KnownBrowsers> | undefined
  let tokens: Promise<TokenCookie> | undefined
  let providerSessions: Promise<ProviderSessionCookies> | undefined
  return {
    secure,
    cookies,
    csrf: csrfOf(parts, cookies),
    flows() {
      flows ??= import('./flows/oauth/flow-cookies.js').then(({ flowCookies }) =>
        flowCookies({
          cookies,
          sealer: createSealer(flow),
          store,
          home,
          clock,
        }),
      )
      return flows
    },
    ceremonies() {
      const cookie = cookies.webauthnChallenge
      const { name: audience } = cookie
      ceremonies ??= import('./flows/webauthn/ceremony-cookies.js').then(({ ceremonyCookies }) =>
        ceremonyCookies({
          cookie,
          sealer: createSealer({ ...flow, purpose: 'webauthn challenge', audience }),
          store,
          clock,
        }),
      )
      return ceremonies
    },
    failedForm() {
      const { name } = cookies.failedForm
      failedForm ??= import('./pages/failed-form.js').then(({ failedFormCookie }) =>
        failedFormCookie(cookies, createSealer({ secrets, purpose: 'failed form', audience: name, clock })),
      )
      return failedForm
    },
    pendingMail() {
      const { name: audience } = cookies.pendingMail
      pendingMail ??= import('./flows/email/pending-mail.js').then(({ pendingMailCookie }) => {
        const sealer = createSealer({ secrets, purpose: 'mail', audience, clock })
        return pendingMailCookie({ cookies, sealer, clock })
      })
      return pendingMail
    },
    mailUses() {
      mailUses ??= import('./storage/single-use.js').then(({ singleUse }) =>
        singleUse(cookies.pendingMail, store),
      )
      return mailUses
    },
    browsers() {
      browsers ??= import('./limits/known-browsers.js').then(({ knownBrowsers }) => {
        const audience = cookies.knownBrowser.name
        return knownBrowsers(
          cookies.knownBrowser,
          createSealer({ secrets, purpose: 'browser', audience, clock }),
        )
      })
      return browsers
    },
    providerSessions() {
      providerSessions ??= import('./flows/oauth/provider-session.js').then(({ providerSessionCookies }) =>
        providerSessionCookies({
          cookies,
          spec,
          sealing: { secrets, clock, clockSkew: FLOW_CLOCK_SKEW },
          login: parts,
        }),
      )
      return providerSessions
    },
    tokenCookie() {
      tokens ??= import('./flows/oauth/token-cookie.js').then(({ tokenCookie }) =>
        tokenCookie({
          cookies,
          spec,
          sealing: { secrets, clock, clockSkew: FLOW_CLOCK_SKEW },
          warnOnce,
          login: parts,
        }),
      )
      return tokens
    },
  }
}

function csrfOf(
  { secrets, spec: { options } }: CookieContextParts,
  { csrfToken: cookie }: CookiePolicy,
): Csrf {
  if (options.skipCSRFCheck === skipCSRFCheck) return uncheckedCsrf(cookie)
  return lazyCsrf(async () => {
    const { createCsrf } = await import('./http/csrf-tokens.js')
    if (options.compat === 'authjs') {
      const { createAuthjsMac } = await import('./crypto/authjs-mac.js')
      return createCsrf(createAuthjsMac(secrets), cookie, (token) => token)
    }
    return createCsrf(createMac(secrets, `csrf ${cookie.name}`), cookie)
  })
}

/** Accepts every request, and removes the token of a browser that still holds one. */
function uncheckedCsrf({ name, options }: NamedCookie): Csrf {
  return {
    isOff: true,
    current: async () => ({ token: '', cookie: undefined }),
    renew: async () => clearCookie(name, options),
    verify: async () => true,
  }
}

/** A check that is loaded with the first token. */
function lazyCsrf(load: () => Promise<Csrf>): Csrf {
  let loading: Promise<Csrf> | undefined
  const loaded = (): Promise<Csrf> => {
    loading ??= load()
    return loading
  }
  return {
    isOff: false,
    current: async (cookies, session) => (await loaded()).current(cookies, session),
    renew: async (session) => (await loaded()).renew(session),
    verify: async (cookies, submitted, session) => (await loaded()).verify(cookies, submitted, session),
  }
}
