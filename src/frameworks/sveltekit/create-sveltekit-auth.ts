import { error } from '@sveltejs/kit'
import { resolve } from '$app/paths'
import { env } from '$env/dynamic/private'
import type { AuthTypes } from '../../builder/auth-types.js'
import type { AuthSpec, LazySpec } from '../../builder/spec.js'
import { TokensUnavailable } from '../../errors.js'
import type { FetchOptions, TokensOptions } from '../../model/provider-tokens.js'
import {
  accountsOf,
  createPort,
  type EnvironmentVariables,
  guard,
  type ManagedAccounts,
  type OpenRequest,
  type Port,
  PRIVATE,
  processEnvironment,
  type RequestKind,
} from '../../runtime/port.js'
import { actions } from './actions.js'
import { createEvents, type Events, isPrerendered, pageOf, redirectTo } from './events.js'
import type { AuthEvent, ProtectOptions, SvelteKitAuth } from './sveltekit-auth.js'

/** What `.build()` returns for SvelteKit. */
export function createSvelteKitAuth(spec: AuthSpec | LazySpec): SvelteKitAuth<AuthTypes> {
  const events = createEvents((...request) => port.open(...request))
  const port: Port = createPort(spec, {
    mount: { basePath: '/auth', prefix: kitBase() },
    // Read at the first request, when Kit knows it.
    get environment() {
      return kitEnvironment()
    },
    returnTo: 'callbackUrl',
    unknownProvider: 'sign-in page',
    // The function of a lazy configuration gets the event.
    ...('resolve' in spec && { incomingOf: events.incomingOf }),
  })
  const parts = {
    handle: (input: HandleInput<AuthEvent>) => handleEvent(input, events, port),
    ...actions(events),
    auth: Object.assign(async (event: AuthEvent) => events.open(event).request.session(), {
      protect: (event: AuthEvent, options: ProtectOptions = {}) => protect(event, options, events),
      tokens: Object.assign(
        async (event: AuthEvent, id: string, options?: TokensOptions) =>
          events.open(event).request.tokens(id, options),
        { forUser: port.tokensOfUser, revokeAll: port.revokeTokensOfUser },
      ),
      fetch: (event: AuthEvent, id: string, options?: FetchOptions) =>
        events.open(event).request.fetch(id, options),
    }),
    sessions: port.sessions,
  }
  // What the parts can be called with depends on what they are given, which only their public types say.
  return parts as unknown as SvelteKitAuth<AuthTypes>
}

/** What the hook adds to `event.locals`. */
interface Locals {
  auth?: (() => Promise<Record<string, unknown> | null>) & RequestMethods
}

interface RequestMethods extends Pick<OpenRequest, 'tokens' | 'fetch'>, ManagedAccounts {}

/** What Kit gives a hook. */
export interface HandleInput<Event extends AuthEvent> {
  readonly event: Event
  resolve(event: Event): Response | Promise<Response>
}

const signedOut = { ok: false, reason: 'signedOut' } as const

/** What a page that is prerendered has, without a user. */
const noUser: RequestMethods = {
  tokens: async () => ({ ok: false, reason: 'signedOut' }),
  fetch: () => async () => {
    throw new TokensUnavailable('signedOut', 'A page that is prerendered has no user.')
  },
  accounts: { list: async () => null, link: async () => signedOut, unlink: async () => signedOut },
  passkeys: { list: async () => null, rename: async () => signedOut, remove: async () => signedOut },
}

/** Responds to the routes, and lets every other request through with its session at hand. */
async function handleEvent<Event extends AuthEvent>(
  { event, resolve }: HandleInput<Event>,
  events: Events,
  port: Pick<Port, 'isRoute' | 'respond'>,
): Promise<Response> {
  const locals = event.locals as Locals
  if (isPrerendered(event)) {
    locals.auth ??= Object.assign(async () => null, noUser)
    return resolve(event)
  }
  const opened = events.open(event)
  const { request } = opened
  locals.auth ??= Object.assign(() => request.session(), {
    tokens: (...args: Parameters<OpenRequest['tokens']>) => request.tokens(...args),
    fetch: (id: string, options?: FetchOptions) => request.fetch(id, options),
    ...accountsOf(() => request),
  })
  const incoming = opened.incoming()
  if (await port.isRoute(incoming)) return port.respond(incoming)
  const response = await resolve(event)
  return opened.hasCookies ? uncached(response) : response
}

/** A response with cookies of ours in it is for no other user. Some cannot be changed, so it is a new one. */
function uncached({ body, status, statusText, headers }: Response): Response {
  const changed = new Response(body, { status, statusText, headers })
  changed.headers.set('cache-control', PRIVATE)
  return changed
}

/** The session of a signed-in user. A signed-out one gets no further. */
export async function protect(
  given: AuthEvent,
  options: ProtectOptions,
  events: Events,
): Promise<Record<string, unknown>> {
  const { event, request } = events.open(given)
  if (isPrerendered(event)) {
    throw new Error(
      '`auth.protect()` cannot guard a prerendered page, which has no request: set `prerender = false` for the page, and leave `auth.protect()` out of hooks while `building`.',
    )
  }
  const admission = await guard(request, {
    redirectTo: options.redirectTo,
    kindOf: (byHeaders) => kindOf(event, byHeaders),
    pageOf: (_, origin) => pageOf(event, origin),
  })
  if ('session' in admission) return admission.session
  if ('leadsTo' in admission) return redirectTo(admission.leadsTo)
  return error(admission.status, texts[admission.status])
}

/** Kit marks requests for the data of a page, and of remote functions; of these, commands lead nowhere. They send JSON. */
function kindOf({ isDataRequest, isRemoteRequest, request }: AuthEvent, byHeaders: RequestKind): RequestKind {
  if (isDataRequest) return 'page'
  if (!isRemoteRequest) return byHeaders
  return request.headers.get('content-type')?.startsWith('application/json') ? 'data' : 'call'
}

const texts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  421: 'Misdirected Request',
  503: 'Service Unavailable',
}

/**
 * `paths.base` of the configuration of Kit. While Kit serves a request its paths are relative to the page, so this must be
 * read before, when the application is loaded.
 */
function kitBase(): string {
  // The type of the function names the routes of an application, and a library has none.
  return (resolve as unknown as (path: string) => string)('/').replace(/\/$/, '')
}

/**
 * The variables of the process and those of Kit, from a `.env` file or from the platform. Where Kit has
 * the origin of the application, `AUTH_URL` need not repeat it.
 */
function kitEnvironment(): EnvironmentVariables {
  const variables = { ...processEnvironment(), ...env }
  if (variables['AUTH_URL'] || variables['NEXTAUTH_URL']) return variables
  const origin = configuredOrigin(variables)
  return origin ? { ...variables, AUTH_URL: origin } : variables
}

/** `paths.origin` of Kit 3, or the variable `ORIGIN` of adapter-node, which does not hold in development. */
function configuredOrigin({ NODE_ENV, ORIGIN }: EnvironmentVariables): string | undefined {
  const built = typeof __SVELTEKIT_PATHS_ORIGIN__ === 'undefined' ? undefined : __SVELTEKIT_PATHS_ORIGIN__
  if (NODE_ENV === 'development') return undefined
  return built || (ORIGIN && /^https?:/i.test(ORIGIN) && URL.canParse(ORIGIN) ? ORIGIN : undefined)
}
