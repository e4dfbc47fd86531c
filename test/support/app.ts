import type { Adapter } from '../../src/adapters/contract.js'
import type { AuthSpec, CallbackSpec, EventSpec } from '../../src/builder/spec.js'
import type { LoggerInstance } from '../../src/options/logger.js'
import type { Provider } from '../../src/providers/kinds/provider.js'
import { type Interpreter, type InterpretOptions, interpret } from '../../src/runtime/interpret.js'

export const SECRET = 'a secret of more than thirty-two characters'

const noCallbacks: CallbackSpec = { signIn: [], redirect: undefined, jwt: [], session: [] }
const noEvents: EventSpec = {
  signIn: [],
  signOut: [],
  createUser: [],
  updateUser: [],
  linkAccount: [],
  session: [],
}

/** The parts of a configuration that a test cares about. */
export interface AppOptions extends Omit<InterpretOptions, 'environment'> {
  providers: readonly Provider[]
  adapter?: Adapter
  session?: Partial<AuthSpec['session']>
  jwt?: AuthSpec['jwt']
  callbacks?: Partial<CallbackSpec>
  events?: Partial<EventSpec>
  pages?: AuthSpec['pages']
  cookies?: AuthSpec['cookies']
  options?: AuthSpec['options']
  environment?: Record<string, string>
}

/** An application, and what it logged. */
export interface App extends Interpreter {
  /** Errors alone. */
  readonly logged: Error[]
  /** Warnings, each as its code and what it says. */
  readonly warned: string[]
}

export function app(parts: AppOptions): App {
  const logged: Error[] = []
  const warned: string[] = []
  const logger: Partial<LoggerInstance> = {
    error: (error) => void logged.push(error),
    warn: (code, message) => void warned.push(`${code}: ${message}`),
  }
  const spec: AuthSpec = {
    providers: parts.providers,
    adapter: parts.adapter,
    session: { strategy: parts.adapter ? 'database' : 'jwt', ...parts.session },
    jwt: parts.jwt ?? {},
    callbacks: { ...noCallbacks, ...parts.callbacks },
    events: { ...noEvents, ...parts.events },
    pages: parts.pages ?? {},
    cookies: parts.cookies ?? {},
    options: { secret: SECRET, logger, ...parts.options },
  }
  const { clock, fetch, mount } = parts
  const interpreter = interpret(spec, {
    environment: parts.environment ?? { NODE_ENV: 'test' },
    ...(clock && { clock }),
    ...(fetch && { fetch }),
    ...(mount && { mount }),
  })
  return { ...interpreter, logged, warned }
}
