import type { Adapter } from '../../src/adapters/contract.js'
import type { RequestAccounts, RequestPasskeys } from '../../src/builder/accounts.js'
import type { Auth } from '../../src/builder/auth.js'
import type { AuthTypes } from '../../src/builder/auth-types.js'
import type { AuthSpec, CallbackSpec, EventSpec } from '../../src/builder/spec.js'
import type { RequestFetch, RequestTokens } from '../../src/builder/tokens.js'
import type { LoggerInstance } from '../../src/options/auth-options.js'
import type { Provider } from '../../src/providers/kinds/provider.js'
import type { Feature } from '../../src/runtime/core/lifetimes.js'
import { credentials } from '../../src/runtime/features/credentials/feature.js'
import { email } from '../../src/runtime/features/email/feature.js'
import { oauth } from '../../src/runtime/features/oauth/feature.js'
import { passkeys } from '../../src/runtime/features/passkeys/feature.js'
import { createPort, type Port, type PortOptions } from '../../src/runtime/port.js'
import { webAuthOf } from '../../src/web-auth.js'

export const SECRET = 'a secret of more than thirty-two characters'

const noCallbacks: CallbackSpec = { signIn: [], redirect: undefined, jwt: [], session: [] }
/** No listener of any event. */
export const noEvents: EventSpec = {
  signIn: [],
  signOut: [],
  createUser: [],
  updateUser: [],
  linkAccount: [],
  unlinkAccount: [],
  removePasskey: [],
  tokenRefreshFailed: [],
  backchannelLogout: [],
  session: [],
}

/** The parts of a configuration that a test cares about. */
export interface AppOptions extends Omit<PortOptions, 'environment'> {
  providers: readonly Provider[]
  adapter?: Adapter
  users?: AuthSpec['users']
  session?: Partial<AuthSpec['session']>
  jwt?: AuthSpec['jwt']
  callbacks?: Partial<CallbackSpec>
  events?: Partial<EventSpec>
  pages?: AuthSpec['pages']
  cookies?: AuthSpec['cookies']
  options?: AuthSpec['options']
  signUp?: AuthSpec['signUp']
  tenant?: AuthSpec['tenant']
  flow?: AuthSpec['flow']
  environment?: Record<string, string>
}

/** The calls of the web entry that need a request. */
type WebCalls = Pick<Auth<AuthTypes>, 'signIn' | 'signOut' | 'update'>

/** An application, and what it logged. */
export interface App extends Port, WebCalls {
  /** The session of a request. */
  readonly session: Auth<AuthTypes>['auth']
  readonly tokens: RequestTokens<string>
  /** What `auth.fetch` is. */
  readonly fetchAs: RequestFetch<string>
  readonly accounts: RequestAccounts<string>
  readonly passkeys: RequestPasskeys
  /** Errors alone. */
  readonly logged: Error[]
  /** Warnings, each as its code and what it says. */
  readonly warned: string[]
}

/** A configuration, and what it logs. */
export interface SpecWithLog extends Pick<App, 'logged' | 'warned'> {
  readonly spec: AuthSpec
}

export function specOf(parts: AppOptions): SpecWithLog {
  const logged: Error[] = []
  const warned: string[] = []
  const logger: Partial<LoggerInstance> = {
    error: (error) => void logged.push(error),
    warn: (code, message) => void warned.push(`${code}: ${message}`),
  }
  const spec: AuthSpec = {
    providers: parts.providers.map(withFeature),
    adapter: parts.adapter,
    users: parts.users,
    session: { strategy: parts.adapter ? 'database' : 'jwt', ...parts.session },
    jwt: parts.jwt ?? {},
    callbacks: { ...noCallbacks, ...parts.callbacks },
    events: { ...noEvents, ...parts.events },
    pages: parts.pages ?? {},
    cookies: parts.cookies ?? {},
    options: { secret: SECRET, logger, ...parts.options },
    signUp: parts.signUp,
    tenant: parts.tenant,
    flow: parts.flow,
  }
  return { spec, logged, warned }
}

const featureOf: Readonly<Record<Provider['type'], Feature>> = {
  oauth,
  oidc: oauth,
  credentials,
  email,
  webauthn: passkeys,
}

/** A provider that was written as a plain object, with the feature that its factory would have given it. */
function withFeature(provider: Provider): Provider {
  return '~feature' in provider
    ? provider
    : Object.assign({ ...provider }, { '~feature': featureOf[provider.type] })
}

export function app(parts: AppOptions): App {
  const { spec, logged, warned } = specOf(parts)
  const { clock, fetch, mount } = parts
  const port = createPort(spec, {
    environment: parts.environment ?? { NODE_ENV: 'test' },
    ...(clock && { clock }),
    ...(fetch && { fetch }),
    ...(mount && { mount }),
  })
  const { auth, signIn, signOut, update, tokens, fetch: fetchAs, accounts, passkeys } = webAuthOf(port)
  return {
    ...port,
    session: auth,
    signIn,
    signOut,
    update,
    logged,
    warned,
    tokens: tokens as App['tokens'],
    fetchAs: fetchAs as App['fetchAs'],
    accounts: accounts as App['accounts'],
    passkeys: passkeys as App['passkeys'],
  }
}
