import type { RequestAccounts, RequestPasskeys } from '../../src/builder/accounts-api.js'
import type { Auth } from '../../src/builder/auth.js'
import type { AuthSpec, LazySpec, TenantSpec } from '../../src/builder/auth-spec.js'
import type { Target } from '../../src/builder/auth-state.js'
import type { AuthTypes } from '../../src/builder/auth-types.js'
import type { Configuration } from '../../src/builder/configuration.js'
import { createBuilder } from '../../src/builder/create-auth.js'
import type { OptionsInput } from '../../src/builder/option-names.js'
import type { CallbacksInput, EventsInput } from '../../src/builder/steps.js'
import type { RequestFetch, RequestTokens } from '../../src/builder/tokens-api.js'
import type { Awaitable } from '../../src/model/awaitable.js'
import type { LoggerInstance } from '../../src/options/auth-options.js'
import type { Provider } from '../../src/providers/kinds/provider.js'
import { createPort, type Port, type PortOptions } from '../../src/runtime/port.js'
import { webAuthOf } from '../../src/web-auth.js'

export const SECRET = 'a secret of more than thirty-two characters'

/**
 * The configuration of an application: the object form of `createAuth`, with its options as a separate
 * member.
 */
export interface Parts extends Omit<Configuration, keyof OptionsInput | 'callbacks' | 'events'> {
  readonly providers: readonly Provider[]
  /** An array is one call of `.callbacks()` for each item. */
  readonly callbacks?: CallbacksInput | readonly CallbacksInput[]
  /** An array is one call of `.events()` for each item. */
  readonly events?: EventsInput | readonly EventsInput[]
  readonly options?: OptionsInput
}

/** Parts around the application that a test replaces. */
export interface Surroundings extends Pick<PortOptions, 'clock' | 'fetch' | 'mount' | 'memory'> {
  /** Default: only `NODE_ENV`. */
  readonly environment?: Record<string, string>
}

export interface AppOptions extends Parts, Surroundings {
  /** Values that the builder refuses, for tests of behaviour that does not depend on its checks. */
  readonly refused?: {
    readonly providers?: readonly Provider[]
    readonly options?: Readonly<Record<string, unknown>>
  }
}

/** The calls of the web entry that need a request. */
type WebCalls = Pick<Auth<AuthTypes>, 'signIn' | 'signOut' | 'update'>

/** An application. */
export interface RunningApp extends Port, WebCalls {
  /** The session of a request. */
  readonly session: Auth<AuthTypes>['auth']
  readonly tokens: RequestTokens<string>
  /** The value of `auth.fetch`. */
  readonly fetchAs: RequestFetch<string>
  readonly accounts: RequestAccounts<string>
  readonly passkeys: RequestPasskeys
}

/** The log of an application. */
export interface Log {
  /** Errors only. */
  readonly logged: Error[]
  /** Warnings, each as its code and message. */
  readonly warned: string[]
}

export interface App extends RunningApp, Log {}

/** A configuration and the log of its application. */
export interface SpecWithLog extends Log {
  readonly spec: AuthSpec
}

/**
 * An application whose configuration is built from the parts. `target` selects the entry point that provides the
 * builder.
 */
export function app(parts: AppOptions, target: Target = 'web'): App {
  const { spec, ...log } = specOf(parts, target)
  return { ...run(spec, parts), ...log }
}

/**
 * An application whose configuration is a function of the request.
 *
 * @param outside - Steps of the builder that `createAuth()` returns.
 */
export function lazyApp(
  resolve: (request: Request | undefined) => Awaitable<Parts>,
  surroundings: Surroundings = {},
  outside: (builder: LazyBuilder) => LazyBuilder = (builder) => builder,
): RunningApp {
  const lazy = builderFor('web')(async (request) => withParts(await resolve(request)))
  return run(outside(lazy).build(), surroundings)
}

/** A configuration that the builder has checked. `target` selects the entry point that provides the builder. */
export function specOf({ refused, ...parts }: AppOptions, target: Target = 'web'): SpecWithLog {
  const logged: Error[] = []
  const warned: string[] = []
  const logger: Partial<LoggerInstance> = {
    error: (error) => void logged.push(error),
    warn: (code, message) => void warned.push(`${code}: ${message}`),
  }
  const options = { secret: SECRET, logger, ...parts.options }
  const checked = withParts({ ...parts, options }, target).build() as AuthSpec
  const spec = { ...checked, ...refused, options: { ...checked.options, ...refused?.options } }
  return { spec, logged, warned }
}

/** The steps of a builder whose configuration is a function of the request. */
export interface LazyBuilder {
  options(given: OptionsInput): LazyBuilder
  tenant(given: TenantSpec): LazyBuilder
  build(): AuthSpec | LazySpec
}

/** The steps of the builder that the fixture needs. */
interface AnyBuilder extends LazyBuilder {
  callbacks(given: CallbacksInput): AnyBuilder
  events(given: EventsInput): AnyBuilder
}

type AnyCreateAuth = (
  configuration: Configuration | ((request: Request | undefined) => Awaitable<AnyBuilder>),
) => AnyBuilder

/** `createAuth` of an entry point, whose `.build()` returns the configuration itself. */
function builderFor(target: Target): AnyCreateAuth {
  // `createAuth` infers the type of a configuration from its parts, and only their runtime types are known here.
  return createBuilder(target, (spec) => spec) as unknown as AnyCreateAuth
}

function withParts(parts: Parts & Surroundings, target: Target = 'web'): AnyBuilder {
  const { options, callbacks = [], events = [], clock, fetch, mount, memory, environment, ...steps } = parts
  const plain = builderFor(target)({ ...options, ...steps })
  const called = [callbacks].flat().reduce((builder, given) => builder.callbacks(given), plain)
  return [events].flat().reduce((builder, given) => builder.events(given), called)
}

function run(spec: AuthSpec | LazySpec, surroundings: Surroundings): RunningApp {
  const port = createPort(spec, { environment: { NODE_ENV: 'test' }, ...surroundings })
  const { auth, signIn, signOut, update, tokens, fetch: fetchAs, accounts, passkeys } = webAuthOf(port)
  return {
    ...port,
    session: auth,
    signIn,
    signOut,
    update,
    tokens: tokens as App['tokens'],
    fetchAs: fetchAs as App['fetchAs'],
    accounts: accounts as App['accounts'],
    passkeys: passkeys as App['passkeys'],
  }
}
