import { error, redirect } from '@sveltejs/kit'
import { AuthError, TokensUnavailable } from '../../errors.js'
import {
  afterChanges,
  type Destination,
  eventForTests,
  guard,
  type Incoming,
  type OpenRequest,
  type Port,
  PRIVATE,
  type RequestKind,
  type ResponseCookie,
  withPeerAddress,
} from '../../runtime/port.js'
import { readActionOptions } from '../action-options.js'
import { type RequestMethods, requestMethods } from '../server-methods.js'
import type { AuthEvent, ProtectOptions } from './sveltekit-auth.js'

/** An open request. Kit can create several events for one request. */
export interface OpenEvent {
  /** The original event of the hook. In the event of a remote query, Kit hides the URL. */
  readonly event: AuthEvent
  readonly request: OpenRequest
  /** The request as its client would send it now. */
  incoming(): Incoming
  /** Whether cookies were set. */
  hasCookies: boolean
}

/** The open requests of an instance. */
export interface Events {
  /** Opens the request of an event, once. */
  open(event: AuthEvent): OpenEvent
  /**
   * The request for a lazy configuration, which receives the event. Throws if the request does not belong to
   * an event.
   */
  incomingOf(request: Request | undefined): Incoming
}

export function createEvents(open: Port['open']): Events {
  const opened = new WeakMap<Request, OpenEvent>()
  const openOnce: Events['open'] = (event) => {
    const existing = opened.get(event.request)
    if (existing) return existing
    const created = openEvent(event, open)
    opened.set(event.request, created)
    return created
  }
  return {
    open: openOnce,
    incomingOf(request) {
      const existing = request && opened.get(request)
      if (existing) return existing.incoming()
      const { [eventForTests]: makeEvent } = (request ?? {}) as { [eventForTests]?: () => AuthEvent }
      if (makeEvent) return openOnce(makeEvent()).incoming()
      throw new AuthError('This configuration is a function of the event. Pass { request: event.request }.')
    },
  }
}

/** Copies an event with another request. */
function eventOf(event: AuthEvent, request: Request): AuthEvent {
  return Object.create(event, {
    request: { value: request, enumerable: true },
    url: { value: new URL(request.url), enumerable: true },
  })
}

function openEvent(event: AuthEvent, open: Port['open']): OpenEvent {
  const { cookies } = event
  const request = withPeerAddress(event.request, () => event.getClientAddress?.())
  const resolution = {
    key: request,
    input: (changed?: Request) => (changed ? eventOf(event, changed) : event),
  }
  // Kit preloads the data of a page with the same request as for a navigation.
  const mayBePrefetch = event.isDataRequest
  const after = (changes: readonly ResponseCookie[]): Incoming => ({
    ...afterChanges(request, changes),
    resolution,
    mayBePrefetch,
  })
  let incoming = after([])
  const opened: OpenEvent = {
    event,
    incoming: () => incoming,
    hasCookies: false,
    request: open(
      (changes) => {
        incoming = after(changes)
        return incoming
      },
      {
        set(changes) {
          for (const { name, value, options } of changes) {
            cookies.set(name, value, { ...(options as object), path: options.path ?? '/' })
          }
          opened.hasCookies = true
        },
        // Kit throws an error without a specific type if the response has already been sent.
        isLate: () => true,
      },
    ),
  }
  return opened
}

/**
 * Whether Kit prerenders a page. If so, there is no user, and Kit throws when the query is read.
 *
 * @see https://svelte.dev/docs/kit/page-options#prerender
 */
function isPrerendered({ url }: AuthEvent): boolean {
  try {
    return url.search === undefined
  } catch {
    return true
  }
}

/** Redirects to a page of the application or to a provider. Kit 3 rejects URLs of other sites unless `external` is set. */
export function redirectTo(destination: Destination): never {
  const redirectAnywhere = redirect as (
    status: 303,
    location: string,
    options: { external: boolean },
  ) => never
  return redirectAnywhere(303, destination.as('path'), { external: true })
}

/** The methods of an event's request. */
export function methodsOf<Followed>(
  opened: OpenEvent,
  follow: (destination: Destination) => Followed,
): RequestMethods<Followed> {
  return requestMethods<OpenEvent, Followed>({
    run: async (_, method) => method(opened),
    follow,
    readOptions(input, { event }) {
      const options = readActionOptions(input)
      return { ...options, redirectTo: absoluteTarget(options.redirectTo, event) }
    },
  })
}

/** Makes a redirect target absolute. `resolve()` of Kit returns paths that are relative to the page. */
function absoluteTarget(redirectTo: string | undefined, { url }: AuthEvent): string | undefined {
  if (redirectTo === undefined || !/^[.]{1,2}(?:\/|$)/.test(redirectTo)) return redirectTo
  const { pathname, search, hash } = new URL(redirectTo, `http://localhost${url.pathname}`)
  return pathname + search + hash
}

/**
 * The URL of the page that is requested, or that calls a remote function. `undefined` if the request does not say.
 */
function pageOf({ isRemoteRequest, request, url }: AuthEvent, origin: string): string | undefined {
  const { pathname, search } = url
  if (isRemoteRequest) {
    // Kit replaces the URL of the function by that of the page, except for a query in Kit 3.
    const isPage = pathname !== new URL(request.url).pathname
    return isPage ? origin + pathname + search : (request.headers.get('referer') ?? undefined)
  }
  // The query of a form's URL is the name of the action.
  return origin + (request.method === 'GET' ? pathname + search : pathname)
}

/** The members that the hook adds to `event.locals`. */
interface Locals {
  auth?: (() => Promise<Record<string, unknown> | null>) & LocalMethods
}

type LocalMethods = Pick<RequestMethods<unknown>, 'tokens' | 'fetch' | 'accounts' | 'passkeys' | 'passwords'>

/** Argument of a hook. */
export interface HandleInput<Event extends AuthEvent> {
  readonly event: Event
  resolve(event: Event): Response | Promise<Response>
}

const signedOut = { ok: false, reason: 'signedOut' } as const

/** Methods for a prerendered page, which has no user. */
const noUser: LocalMethods = {
  tokens: async () => ({ ok: false, reason: 'signedOut' }),
  fetch: () => async () => {
    throw new TokensUnavailable('signedOut', 'A page that is prerendered has no user.')
  },
  accounts: { list: async () => null, link: async () => signedOut, unlink: async () => signedOut },
  passkeys: { list: async () => null, rename: async () => signedOut, remove: async () => signedOut },
  passwords: {
    signUp: async () => signedOut,
    finishSignUp: async () => signedOut,
    forgot: async () => signedOut,
    reset: async () => signedOut,
    set: async () => signedOut,
    change: async () => signedOut,
    remove: async () => signedOut,
  },
}

/** Responds to the routes. Adds `auth` to `event.locals` for every other request. */
export async function handleEvent<Event extends AuthEvent>(
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
  const { tokens, fetch, accounts, passkeys, passwords } = methodsOf(opened, redirectTo)
  locals.auth ??= Object.assign(() => request.session(), { tokens, fetch, accounts, passkeys, passwords })
  const incoming = opened.incoming()
  if (await port.isRoute(incoming)) return port.respond(incoming)
  const response = await resolve(event)
  // Kit's own page of an error says nothing of it.
  const explanation = response.status === 500 ? await request.explanation() : undefined
  if (explanation) return explanation
  return opened.hasCookies ? uncached(response) : response
}

/** Forbids caching of a response that sets cookies. It is a copy, because some responses are immutable. */
function uncached({ body, status, statusText, headers }: Response): Response {
  const changed = new Response(body, { status, statusText, headers })
  changed.headers.set('cache-control', PRIVATE)
  return changed
}

/** Returns the session. Redirects signed-out users, or responds with an error. */
export async function protect(
  input: AuthEvent,
  options: ProtectOptions,
  events: Events,
): Promise<Record<string, unknown>> {
  const { event, request } = events.open(input)
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

/** Kit marks requests for the data of a page and for remote functions. Commands send JSON and cannot redirect. */
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
