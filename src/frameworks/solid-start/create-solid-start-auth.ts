import type { AuthSpec, LazySpec } from '../../builder/auth-spec.js'
import type { AuthTypes } from '../../builder/auth-types.js'
import type { FetchOptions, TokensOptions } from '../../model/provider-tokens.js'
import {
  type Admission,
  accountsOf,
  createPort,
  guard as guardRequest,
  incomingRequest,
  type ManagedAccounts,
  type Mount,
  type OpenRequest,
  type Port,
  processStore,
  requireSameSite,
  withPeerAddress,
} from '../../runtime/port.js'
import { requestMethods, userMethods, withApi } from '../server-methods.js'
import {
  currentEvent,
  type Follower,
  followerOf,
  isCall,
  redirectTo,
  requests,
  requireEvent,
  type SolidStartEvent,
  type SolidStartServerEvent,
} from './event.js'
import { pathMatcher } from './path-matcher.js'
import type {
  SolidStartAuth,
  SolidStartMiddleware,
  SolidStartMiddlewareOptions,
  SolidStartProtectOptions,
} from './solid-start-auth.js'

interface ServerFunction {
  readonly event: SolidStartEvent
  readonly request: OpenRequest
}

export function createSolidStartAuth(spec: AuthSpec | LazySpec): SolidStartAuth<AuthTypes> {
  const port = createPort(spec, {
    mount: { basePath: '/api/auth', prefix: '' },
    returnTo: 'page',
    memory: processStore,
  })
  const open = requests(port)

  const handle = ({ request }: Pick<SolidStartEvent, 'request'>): Promise<Response> =>
    port.handle(withPeerAddress(request, () => currentEvent()?.clientAddress))
  const guard = (event: SolidStartEvent, options: SolidStartProtectOptions): Promise<Admission> =>
    guardRequest(open(event.request, event), {
      ...options,
      kindOf: (byHeaders) => (isCall(event.request) ? 'call' : byHeaders),
    })
  const call = async (name: string): Promise<ServerFunction> => {
    const event = requireEvent(name)
    const request = open(event.request, event)
    await requireSameSite(request, `"${name}" was called by another site`, 'always')
    return { event, request }
  }
  const methods = requestMethods<ServerFunction, string>({
    run: async (name, method) => method(await call(name)),
    follow(destination, { event }, { follow }) {
      if (!follow) return destination.url
      throw redirectTo(destination, followerOf(event))
    },
    // SolidStart would write the fields of the form, including a password, into a cookie if it received the error.
    refusals: 'on a page',
  })
  const managed = <Group extends keyof ManagedAccounts>(group: Group): ManagedAccounts[Group] =>
    accountsOf(async (method) => method((await call(group)).request))[group]
  const { sessions, tokens, health } = userMethods(() => port)
  const opened = (request: Request): OpenRequest => {
    const event = currentEvent()
    return open(request, event?.request === request ? event : undefined)
  }

  const parts = {
    GET: handle,
    POST: handle,
    async getSession(explicitRequest?: Request) {
      return opened(explicitRequest ?? requireEvent('getSession').request).session()
    },
    async protect(options: SolidStartProtectOptions = {}) {
      const event = requireEvent('protect')
      const admission = await guard(event, options)
      if ('session' in admission) return admission.session
      throw responseOf(admission, followerOf(event))
    },
    middleware: (options: SolidStartMiddlewareOptions) => middleware(options, port, guard),
    signIn: methods.signIn,
    signOut: methods.signOut,
    update: methods.update,
    sessions,
    tokens: Object.assign(
      async (request: Request, id: string, options?: TokensOptions) => opened(request).tokens(id, options),
      tokens,
    ),
    fetch: (request: Request, id: string, options?: FetchOptions) => opened(request).fetch(id, options),
    // If there is no request, `call` throws an error that contains the name of the group, such as `accounts`.
    accounts: managed('accounts'),
    passkeys: managed('passkeys'),
    passwords: managed('passwords'),
    health,
  }
  // The cast is needed, because only the public types infer the arguments from the configuration.
  return withApi(parts, spec, () => port) as unknown as SolidStartAuth<AuthTypes>
}

function middleware(
  { paths, ...options }: SolidStartMiddlewareOptions,
  port: Pick<Port, 'isRoute' | 'mount'>,
  guard: (event: SolidStartEvent, options: Omit<SolidStartMiddlewareOptions, 'paths'>) => Promise<Admission>,
): SolidStartMiddleware {
  // If the configuration is a function, the path prefix of the application can differ between requests, so there is one
  // matcher for each prefix.
  const matchers = new Map<string, (pathname: string) => boolean>()
  const matcherFor = (mount: Mount): ((pathname: string) => boolean) => {
    const matcher = matchers.get(mount.prefix) ?? pathMatcher(paths, mount)
    matchers.set(mount.prefix, matcher)
    return matcher
  }
  return async (input) => {
    const event = 'request' in input ? input : eventOf(input)
    const incoming = incomingRequest(event.request)
    const isGuarded = matcherFor(await port.mount(incoming))
    // The routes for signing in must stay open to signed-out users.
    if (!isGuarded(new URL(incoming.url).pathname) || (await port.isRoute(incoming))) return undefined
    return responseOf(await guard(event, options), 'browser')
  }
}

function responseOf(admission: Admission, follower: Follower): Response | undefined {
  if ('session' in admission) return undefined
  return 'destination' in admission ? redirectTo(admission.destination, follower) : admission.response()
}

function eventOf({ req, res }: SolidStartServerEvent): SolidStartEvent {
  return { request: req, response: res }
}
