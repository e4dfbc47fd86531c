import { TokensUnavailable } from '../../errors.js'
import type { FetchOptions } from '../../model/provider-tokens.js'
import { accountsOf, type ManagedAccounts, type OpenRequest, type Port, PRIVATE } from '../../runtime/port.js'
import { type Events, isPrerendered } from './events.js'
import type { AuthEvent } from './sveltekit-auth.js'

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
