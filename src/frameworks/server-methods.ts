import type { AuthorizationParams } from '../builder/auth.js'
import type { AuthSpec, LazySpec } from '../builder/auth-spec.js'
import { AuthConfigurationError, problem } from '../builder/configuration-error.js'
import { AuthError, EmailSignInError } from '../errors.js'
import type { FetchOptions, TokensOptions } from '../model/provider-tokens.js'
import {
  accountsOf,
  type Destination,
  destinationOf,
  type ManagedAccounts,
  type OpenRequest,
  type Port,
  portForTests,
  refuse,
} from '../runtime/port.js'
import { type ActionOptions, type ReadActionOptions, readActionOptions } from './action-options.js'
import { authorizationQuery } from './authorization-query.js'

export interface RequestContext {
  readonly request: OpenRequest
}

export interface RequestConventions<Context extends RequestContext, Followed> {
  run<Result>(name: string, method: (current: Context) => Promise<Result>): Promise<Result>
  follow(destination: Destination, current: Context, options: ReadActionOptions): Followed
  readonly readOptions?: (options: ActionOptions | undefined, current: Context) => ReadActionOptions
  readonly refusals?: Refusals
}

/**
 * How `signIn` reports an `AuthError`:
 *
 * - `'thrown'`: throws it.
 * - `'logged'`: logs and throws it, because a page may show every error as "try again later".
 * - `'logged, mail on a page'`: like `'logged'`, but redirects to the sign-in page if an e-mail could not be sent.
 * - `'on a page'`: redirects to the page that shows the error, unless redirects are turned off.
 */
export type Refusals = 'thrown' | 'logged' | 'logged, mail on a page' | 'on a page'

export interface RequestMethods<Followed> extends ManagedAccounts {
  signIn(provider?: string, options?: ActionOptions, params?: AuthorizationParams): Promise<Followed>
  signOut(options?: ActionOptions): Promise<Followed>
  update(data: unknown): ReturnType<OpenRequest['update']>
  tokens(provider: string, options?: TokensOptions): ReturnType<OpenRequest['tokens']>
  fetch(provider: string, options?: FetchOptions): ReturnType<OpenRequest['fetch']>
}

export function requestMethods<Context extends RequestContext, Followed>({
  run,
  follow,
  readOptions = readActionOptions,
  refusals = 'thrown',
}: RequestConventions<Context, Followed>): RequestMethods<Followed> {
  return {
    signIn: (provider, input, params) =>
      run('signIn', async (current) => {
        const { request } = current
        const options = readOptions(input, current)
        const query = authorizationQuery(params)
        const started = destinationOf(request, request.signIn(provider, options, query))
        const destination = await started.catch((error) => refused(error, request, options, refusals))
        return follow(destination, current, options)
      }),
    signOut: (input) =>
      run('signOut', async (current) => {
        const { request } = current
        const options = readOptions(input, current)
        return follow(await destinationOf(request, request.signOut(options)), current, options)
      }),
    update: (data) => run('update', ({ request }) => request.update(data)),
    tokens: (provider, options) => run('tokens', ({ request }) => request.tokens(provider, options)),
    fetch: (provider, options) => (url, init) =>
      run('fetch', ({ request }) => request.fetch(provider, options)(url, init)),
    ...accountsOf((method) => run('accounts', ({ request }) => method(request))),
  }
}

/** Throws the error if no page shows it. */
async function refused(
  error: unknown,
  request: OpenRequest,
  { follow }: ReadActionOptions,
  refusals: Refusals,
): Promise<Destination> {
  const isThrown = refusals === 'thrown' || (refusals === 'on a page' && !follow)
  if (isThrown || !(error instanceof AuthError)) throw error
  const { destination: page } = await refuse(error, request)
  const isMail = refusals === 'logged, mail on a page' && error instanceof EmailSignInError
  if (isMail || refusals === 'on a page') return page
  throw error
}

/** Adds the methods of the features of `.use()`, and the port for test functions. Throws `AuthConfigurationError` if a name is taken. */
export function withApi<Parts extends object>(
  parts: Parts,
  { features }: AuthSpec | LazySpec,
  port: () => Pick<Port, 'call'>,
): Parts {
  const methods = features.flatMap(({ api = {} }) => Object.entries(api))
  const names = methods.map(([name]) => name)
  // `await` would treat an object with a method `then` as a promise.
  const taken = names.filter((name, index) => name === 'then' || name in parts || names.indexOf(name) < index)
  if (taken.length > 0) throw new AuthConfigurationError(taken.map((name) => problem('apiNameTaken', name)))
  const bindAll = (group: readonly (readonly [string, unknown])[]): object =>
    Object.fromEntries(group.map(([name, method]) => [name, bind(method)]))
  const bind = (method: unknown): unknown =>
    typeof method === 'function'
      ? async (...args: unknown[]) => (method as LooseMethod)(port().call, ...args)
      : bindAll(Object.entries(method as object))
  const forTests = { value: port }
  for (const part of [parts, ...readersOf(parts)]) Object.defineProperty(part, portForTests, forTests)
  return Object.assign(parts, bindAll(methods))
}

/**
 * The functions that read the session. Test functions accept them instead of the instance, because an application may
 * export only one of them.
 */
function readersOf({ auth, getSession }: { readonly auth?: object; readonly getSession?: object }): object[] {
  return [auth, getSession].filter((reader) => reader !== undefined)
}

/** The public type omits the first argument. */
type LooseMethod = (call: Port['call'], ...args: unknown[]) => unknown

export interface UserMethods extends Pick<Port, 'sessions' | 'health' | 'close'> {
  readonly tokens: {
    readonly forUser: Port['tokensOfUser']
    readonly revokeAll: Port['revokeTokensOfUser']
  }
}

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
