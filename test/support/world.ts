import { afterEach } from 'vitest'
import type { AuthSpec } from '../../src/builder/auth-spec.js'
import type { CredentialsProvider } from '../../src/providers/kinds/credentials.js'
import type { OIDCProvider } from '../../src/providers/kinds/oidc.js'
import type { Provider } from '../../src/providers/kinds/provider.js'
import { type App, type AppOptions, app, SECRET } from './app.js'
import { Browser, locationOf } from './browser.js'
import { frozen } from './frozen.js'
import { IdentityProvider } from './identity-provider.js'
import { Postconditions } from './postconditions.js'
import { acme, credentialsWith } from './providers.js'
import { type RecordedAdapter, recordedAdapter } from './recorded-adapter.js'

export const ORIGIN = 'https://app.test'
/** A stored user with a password. */
export const GRACE = { id: 'grace', name: 'Grace', email: 'grace@example.com' }
export const PASSWORD = 'correct horse battery staple'

/** Options of the application of a {@link World}, and of its two ways to sign in. */
export interface WorldOptions extends Partial<AppOptions> {
  /** The session strategy. Default: `'database'`. */
  readonly strategy?: AuthSpec['session']['strategy']
  /** Whether users are stored. Default: `true`. */
  readonly stored?: boolean
  readonly provider?: Partial<OIDCProvider>
  readonly password?: Partial<CredentialsProvider>
  readonly idp?: IdentityProvider
  /** Replaces the adapter with the result. Default: the adapter itself. */
  readonly through?: (adapter: RecordedAdapter) => NonNullable<AppOptions['adapter']>
  readonly origin?: string
  /** Other origins to which the application may redirect users. */
  readonly elsewhere?: readonly string[]
  readonly failsItself?: boolean
}

/** An application with an identity provider and a password, its database, and browsers of users. */
export interface World {
  readonly app: App
  readonly idp: IdentityProvider
  readonly adapter: RecordedAdapter
  /** All log messages, at any level. */
  readonly logged: readonly unknown[]
  readonly errors: readonly unknown[]
  readonly origin: string
  readonly browser: Browser
  /** Handles a request, and checks the response for the conditions that must always hold. */
  handle(request: Request): Promise<Response>
  anotherBrowser(): Browser
  /** Starts a sign-in with the provider, and returns the callback to which the provider redirects. */
  begin(browser?: Browser, callbackUrl?: string, fields?: Record<string, string>): Promise<URL>
  finish(callback: URL, browser?: Browser): Promise<Response>
  /** Signs in with the provider. */
  signIn(browser?: Browser, callbackUrl?: string): Promise<Response>
  /** Signs in with the provider to add the account to the signed-in user. */
  link(browser?: Browser): Promise<Response>
  /** Signs in with the password. */
  enter(browser?: Browser, fields?: Record<string, string>): Promise<Response>
  /** Runs the checks that run after every test. */
  check(): void
}

/** Makes worlds for the tests of a file, and checks after each test what it left behind: G1 to G8. */
export function worlds(): (options?: WorldOptions) => Promise<World> {
  const made: World[] = []
  afterEach(() => {
    for (const world of made.splice(0)) world.check()
  })
  return async (options = {}) => {
    const world = await makeWorld(options)
    made.push(world)
    return world
  }
}

/** A world without checks, for property tests that need many worlds. */
export async function makeWorld(options: WorldOptions = {}): Promise<World> {
  const {
    strategy = 'database',
    stored = true,
    provider,
    password,
    idp = await IdentityProvider.start(),
    through = (adapter) => adapter,
    origin = ORIGIN,
    elsewhere = [],
    failsItself = false,
    ...rest
  } = options
  idp.accessToken = `access-token-${crypto.randomUUID()}`
  if (rest.clock) idp.clock = rest.clock
  const adapter = recordedAdapter()
  const grace = await adapter.seed(GRACE)
  const logged: unknown[] = []
  const errors: unknown[] = []
  const logger = {
    error: (error: Error) => {
      errors.push(error)
      logged.push(error)
    },
    warn: (...said: unknown[]) => void logged.push(said),
    debug: (...said: unknown[]) => void logged.push(said),
  }
  const site = app({
    providers: rest.providers ?? frozen([acme(provider), credentials(grace, password)]),
    fetch: idp.fetch,
    ...rest,
    ...(stored && { adapter: through(adapter) }),
    session: frozen({ strategy: stored ? strategy : 'jwt', ...rest.session }),
    pages: frozen({ ...rest.pages }),
    options: { secret: SECRET, logger, ...rest.options },
  })
  const watched = { ...site, logged }
  const providerOrigins = [new URL(idp.issuer).origin, ...elsewhere]
  const secrets = [PASSWORD]
  const conditions = new Postconditions({
    app: watched,
    idp,
    adapter,
    origin,
    providerOrigins,
    secrets,
    failsItself,
  })
  const handle = (request: Request): Promise<Response> => conditions.handle(request)
  const anotherBrowser = (): Browser => new Browser(handle, origin)
  const browser = anotherBrowser()
  const world: World = {
    app: site,
    idp,
    adapter,
    logged,
    errors,
    origin,
    browser,
    handle,
    anotherBrowser,
    async begin(at = browser, callbackUrl = '/inside', fields = {}) {
      return idp.authorize(locationOf(await at.post('/auth/signin/acme', { callbackUrl, ...fields })))
    },
    async finish({ pathname, search }, at = browser) {
      return at.send(pathname + search)
    },
    async signIn(at = browser, callbackUrl = '/inside') {
      return world.finish(await world.begin(at, callbackUrl), at)
    },
    async link(at = browser) {
      return world.finish(await world.begin(at, '/inside', { link: 'true' }), at)
    },
    async enter(at = browser, fields = {}) {
      const form = { email: 'grace@example.com', password: PASSWORD, callbackUrl: '/inside', ...fields }
      return at.post('/auth/callback/credentials', form)
    },
    check: () => conditions.checkRemains(),
  }
  return world
}

/** A password that only `user` knows. */
export function credentials(
  user: { id: string; email: string | null },
  overrides: Partial<CredentialsProvider> = {},
): Provider {
  return credentialsWith({
    name: 'Password',
    input: { email: { label: 'Email' }, password: { label: 'Password', type: 'password' } },
    authorize: ({ email, password }) => (email === user.email && password === PASSWORD ? user : null),
    removeCredentials: () => undefined,
    ...overrides,
  })
}
