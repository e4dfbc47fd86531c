import type { AuthorizationParams } from '../builder/auth.js'
import { AuthConfigurationError, problem } from '../builder/configuration-error.js'
import type { AuthSpec, LazySpec } from '../builder/spec.js'
import { AuthError, EmailSignInError } from '../errors.js'
import type { FetchOptions, TokensOptions } from '../model/provider-tokens.js'
import {
  accountsOf,
  authorizationQuery,
  type Destination,
  leadsTo,
  type ManagedAccounts,
  type OpenRequest,
  type Port,
  refuse,
} from '../runtime/port.js'
import { type ActionOptions, type ReadActionOptions, readActionOptions } from './action-options.js'

/*
 * The methods of a server, once for all frameworks. A framework adds how it finds the current request and how it follows a redirect.
 * Cookies are set by the `CookieWriter` that it opened the request with.
 */

/** The current request, with what else a framework needs to follow a redirect. */
export interface RequestContext {
  readonly request: OpenRequest
}

/** How a framework calls methods on the current request. */
export interface RequestConventions<Context extends RequestContext, Followed> {
  /**
   * Finds the current request and runs a method on it.
   *
   * @param name - The name of the method, for the message of an error.
   */
  run<Result>(name: string, method: (current: Context) => Promise<Result>): Promise<Result>
  /** Goes where a sign-in or sign-out leads, or returns where that is. */
  follow(destination: Destination, current: Context, options: ReadActionOptions): Followed
  /** Reads the options of `signIn` and `signOut`. Default: an object or a form. */
  readonly readOptions?: (options: ActionOptions | undefined, current: Context) => ReadActionOptions
  /** Default: `'thrown'`. */
  readonly refusals?: Refusals
}

/**
 * What `signIn` does with an `AuthError`:
 *
 * - `'thrown'`: it throws.
 * - `'logged'`: it logs and throws, because a page may show every error as "try again later".
 * - `'logged, mail on a page'`: the same, but if no e-mail could be sent, it leads to the page that says so.
 * - `'on a page'`: it leads to the page that says so. It throws if it may not follow a redirect.
 */
export type Refusals = 'thrown' | 'logged' | 'logged, mail on a page' | 'on a page'

/** The methods of the current request. */
export interface RequestMethods<Followed> extends ManagedAccounts {
  signIn(provider?: string, options?: ActionOptions, params?: AuthorizationParams): Promise<Followed>
  signOut(options?: ActionOptions): Promise<Followed>
  update(data: unknown): ReturnType<OpenRequest['update']>
  tokens(provider: string, options?: TokensOptions): ReturnType<OpenRequest['tokens']>
  fetch(provider: string, options?: FetchOptions): ReturnType<OpenRequest['fetch']>
}

/** The methods of the current request, as a framework calls them. */
export function requestMethods<Context extends RequestContext, Followed>({
  run,
  follow,
  readOptions = readActionOptions,
  refusals = 'thrown',
}: RequestConventions<Context, Followed>): RequestMethods<Followed> {
  return {
    signIn: (provider, given, params) =>
      run('signIn', async (current) => {
        const { request } = current
        const options = readOptions(given, current)
        const query = authorizationQuery(params)
        const started = leadsTo(request, request.signIn(provider, options, query))
        const destination = await started.catch((error) => refused(error, request, options, refusals))
        return follow(destination, current, options)
      }),
    signOut: (given) =>
      run('signOut', async (current) => {
        const { request } = current
        const options = readOptions(given, current)
        return follow(await leadsTo(request, request.signOut(options)), current, options)
      }),
    update: (data) => run('update', ({ request }) => request.update(data)),
    tokens: (provider, options) => run('tokens', ({ request }) => request.tokens(provider, options)),
    fetch: (provider, options) => (url, init) =>
      run('fetch', ({ request }) => request.fetch(provider, options)(url, init)),
    ...accountsOf((method) => run('accounts', ({ request }) => method(request))),
  }
}

/** Where a refused sign-in leads. Throws the error if it leads nowhere. */
async function refused(
  error: unknown,
  request: OpenRequest,
  { follow }: ReadActionOptions,
  refusals: Refusals,
): Promise<Destination> {
  const isThrown = refusals === 'thrown' || (refusals === 'on a page' && !follow)
  if (isThrown || !(error instanceof AuthError)) throw error
  const { leadsTo: page } = await refuse(error, request)
  const isMail = refusals === 'logged, mail on a page' && error instanceof EmailSignInError
  if (isMail || refusals === 'on a page') return page
  throw error
}

/**
 * What `.build()` returns, with the methods that features of `.use()` add. Throws `AuthConfigurationError` if a name exists already.
 *
 * @param port - Opens the configuration when a method is called.
 */
export function withApi<Parts extends object>(
  parts: Parts,
  { features }: AuthSpec | LazySpec,
  port: () => Pick<Port, 'call'>,
): Parts {
  const methods = features.flatMap(({ api = {} }) => Object.entries(api))
  const names = methods.map(([name]) => name)
  // An object with a method `then` is a promise to `await`.
  const taken = names.filter((name, index) => name === 'then' || name in parts || names.indexOf(name) < index)
  if (taken.length > 0) throw new AuthConfigurationError(taken.map((name) => problem('apiNameTaken', name)))
  const bound = methods.map(([name, method]) => [
    name,
    async (...args: unknown[]) => (method as LooseMethod)(port().call, ...args),
  ])
  return Object.assign(parts, Object.fromEntries(bound))
}

/** A method of a feature, whose arguments only its public type says. */
type LooseMethod = (call: Port['call'], ...args: unknown[]) => unknown

/** The methods that need no current request. */
export interface UserMethods extends Pick<Port, 'sessions' | 'health' | 'close'> {
  /** Members of `tokens`. */
  readonly tokens: {
    readonly forUser: Port['tokensOfUser']
    readonly revokeAll: Port['revokeTokensOfUser']
  }
}

/** The methods that need no current request. Each opens the configuration when it is called. */
export function userMethods(port: () => Port): UserMethods {
  return {
    sessions: {
      current: (request) => port().sessions.current(request),
      list: (userId, options) => port().sessions.list(userId, options),
      revoke: (sessionId, options) => port().sessions.revoke(sessionId, options),
      revokeAll: (userId, options) => port().sessions.revokeAll(userId, options),
    },
    tokens: {
      forUser: (userId, provider, options) => port().tokensOfUser(userId, provider, options),
      revokeAll: (userId, options) => port().revokeTokensOfUser(userId, options),
    },
    health: (options) => port().health(options),
    close: () => port().close(),
  }
}
