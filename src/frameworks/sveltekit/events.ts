import { error, redirect } from '@sveltejs/kit'
import { AuthError, TokensUnavailable } from '../../errors.js'
import {
  afterChanges,
  type Destination,
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

/** One request, open for all events that Kit makes of it. */
export interface OpenEvent {
  /** The first event, which is the one of the hook. Kit hides the address from the event of a query. */
  readonly event: AuthEvent
  readonly request: OpenRequest
  /** The request as its client would send it now. */
  incoming(): Incoming
  /** Whether cookies were set. */
  hasCookies: boolean
}

/** The events that an instance serves. */
export interface Events {
  /** Opens the request of an event, once. */
  open(event: AuthEvent): OpenEvent
  /** The request of an event, for a configuration that is resolved by events. Throws where no event belongs to it. */
  incomingOf(request: Request | undefined): Incoming
}

export function createEvents(open: Port['open']): Events {
  const opened = new WeakMap<Request, OpenEvent>()
  return {
    open(event) {
      const known = opened.get(event.request)
      if (known) return known
      const made = openEvent(event, open)
      opened.set(event.request, made)
      return made
    },
    incomingOf(request) {
      const known = request && opened.get(request)
      if (known) return known.incoming()
      throw new AuthError(
        'A configuration that is made for each event needs one: pass { request: event.request }.',
      )
    },
  }
}

function openEvent(event: AuthEvent, open: Port['open']): OpenEvent {
  const { cookies } = event
  const request = withPeerAddress(event.request, () => event.getClientAddress?.())
  const resolution = { key: request, input: event }
  // Kit loads the data of a page ahead of a navigation in the same way as for it.
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
        // Kit rejects cookies while the response is sent, with an error without a specific name.
        isLate: () => true,
      },
    ),
  }
  return opened
}

/**
 * Whether Kit prerenders a page: there is no user then, and Kit does not give the query.
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

/** Redirects to a page of the application or to a provider. Kit 3 rejects addresses of other sites unless they are `external`. */
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
    readOptions(given, { event }) {
      const options = readActionOptions(given)
      return { ...options, redirectTo: absoluteTarget(options.redirectTo, event) }
    },
  })
}

/** A target as a path of the application. What `resolve()` of Kit makes in a page is relative to it. */
function absoluteTarget(redirectTo: string | undefined, { url }: AuthEvent): string | undefined {
  if (redirectTo === undefined || !/^[.]{1,2}(?:\/|$)/.test(redirectTo)) return redirectTo
  const { pathname, search, hash } = new URL(redirectTo, `http://localhost${url.pathname}`)
  return pathname + search + hash
}

/**
 * The address of the page that a request is for, or that calls a remote function; `undefined` where the request does
 * not say.
 */
function pageOf({ isRemoteRequest, request, url }: AuthEvent, origin: string): string | undefined {
  const { pathname, search } = url
  if (isRemoteRequest) {
    // Kit has the page's address in place of the function's; for a query, Kit 3 does not.
    const isPage = pathname !== new URL(request.url).pathname
    return isPage ? origin + pathname + search : (request.headers.get('referer') ?? undefined)
  }
  // The query of a form's address names the action.
  return origin + (request.method === 'GET' ? pathname + search : pathname)
}

/** What the hook adds to `event.locals`. */
interface Locals {
  auth?: (() => Promise<Record<string, unknown> | null>) & LocalMethods
}

type LocalMethods = Pick<RequestMethods<unknown>, 'tokens' | 'fetch' | 'accounts' | 'passkeys'>

/** What Kit gives a hook. */
export interface HandleInput<Event extends AuthEvent> {
  readonly event: Event
  resolve(event: Event): Response | Promise<Response>
}

const signedOut = { ok: false, reason: 'signedOut' } as const

/** What a page that is prerendered has, without a user. */
const noUser: LocalMethods = {
  tokens: async () => ({ ok: false, reason: 'signedOut' }),
  fetch: () => async () => {
    throw new TokensUnavailable('signedOut', 'A page that is prerendered has no user.')
  },
  accounts: { list: async () => null, link: async () => signedOut, unlink: async () => signedOut },
  passkeys: { list: async () => null, rename: async () => signedOut, remove: async () => signedOut },
}

/** Responds to the routes, and lets every other request through with its session at hand. */
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
  const { tokens, fetch, accounts, passkeys } = methodsOf(opened, redirectTo)
  locals.auth ??= Object.assign(() => request.session(), { tokens, fetch, accounts, passkeys })
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
