import { expect } from 'vitest'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { type App, type AppOptions, app } from '../app.js'
import { Browser, flowsOf, locationOf } from '../browser.js'
import { frozen } from '../frozen.js'
import { IdentityProvider } from '../identity-provider.js'
import { acme } from '../providers.js'
import { type RecordedAdapter, recordedAdapter } from '../recorded-adapter.js'
import { watching } from '../watched.js'

export interface RelyingPartyOptions extends Partial<Omit<AppOptions, 'adapter' | 'providers'>> {
  /** Options of the provider. */
  readonly provider?: Partial<OIDCProvider>
  /** Default: the provider with the options in `provider`. */
  readonly providers?: readonly Provider[]
  readonly idp?: IdentityProvider
}

const origin = 'https://app.test'

/** An application, its identity provider, and the browser of a user. */
export interface RelyingParty {
  readonly idp: IdentityProvider
  readonly app: App
  readonly adapter: RecordedAdapter
  readonly browser: Browser
  /** Another user in another browser. */
  anotherBrowser(): Browser
  /** Starts a sign-in, and returns the URL of the provider. */
  begin(browser?: Browser, id?: string, fields?: Record<string, string>): Promise<URL>
  /** Starts a sign-in, and returns the callback URL to which the provider redirects. */
  flow(browser?: Browser, id?: string, fields?: Record<string, string>): Promise<URL>
  finish(callback: URL, browser?: Browser): Promise<Response>
  signIn(): Promise<Response>
  expectSignedIn(response: Response): Promise<void>
  expectRefused(response: Response, error?: string): Promise<void>
}

/** Makes relying parties for the tests of a file, and checks after each test what they left behind. */
export function relyingParties(): (options?: RelyingPartyOptions) => Promise<RelyingParty> {
  const watch = watching()
  return async (options = {}) => {
    const { provider, providers = [acme(provider)], idp = await IdentityProvider.start(), ...rest } = options
    idp.accessToken = 'access-token-that-nobody-may-see'
    const adapter = recordedAdapter()
    const site = app({ fetch: idp.fetch, adapter, providers: frozen(providers), ...rest })
    const providerOrigins = providers.flatMap(originsOf)
    return relyingParty(idp, site, adapter, watch(site, { idp, adapter, origin, providerOrigins }))
  }
}

function originsOf(provider: Provider): string[] {
  if (provider.type !== 'oidc' && provider.type !== 'oauth') return []
  const { issuer, authorization } = provider
  const address = typeof authorization === 'string' ? authorization : (authorization?.url ?? issuer)
  return address === undefined ? [] : [new URL(address).origin]
}

function relyingParty(
  idp: IdentityProvider,
  site: App,
  adapter: RecordedAdapter,
  handle: (request: Request) => Promise<Response>,
): RelyingParty {
  const anotherBrowser = (): Browser => new Browser(handle, origin)
  const browser = anotherBrowser()

  const party: RelyingParty = {
    idp,
    app: site,
    adapter,
    browser,
    anotherBrowser,
    async begin(at = browser, id = 'acme', fields = {}) {
      return locationOf(await at.post(`/auth/signin/${id}`, { callbackUrl: '/inside', ...fields }))
    },
    async flow(at = browser, id = 'acme', fields = {}) {
      return idp.authorize(await party.begin(at, id, fields))
    },
    async finish({ pathname, search }, at = browser) {
      return at.send(pathname + search)
    },
    async signIn() {
      return party.finish(await party.flow())
    },
    async expectSignedIn(response) {
      expect(locationOf(response).href).toBe(`${origin}/inside`)
      expect(await browser.session()).not.toBeNull()
      expect(flowsOf(browser)).toEqual([])
    },
    async expectRefused(response, error = 'OAuthCallbackError') {
      const location = locationOf(response)
      expect(location.origin).toBe(origin)
      expect(location.searchParams.get('error')).toBe(error)
      expect(await browser.session()).toBeNull()
      expect(flowsOf(browser)).toEqual([])
      expect([...adapter.users]).toEqual([])
      if (error === 'Configuration') return
      const shown = await browser.send(location.pathname + location.search)
      expect(await shown.text()).not.toMatch(/at .*\.ts|Error:/)
    },
  }
  return party
}
