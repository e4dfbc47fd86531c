import { TokensUnavailable } from '../../errors.js'
import { type Port, PRIVATE } from '../../runtime/port.js'
import type { RequestMethods } from '../server-methods.js'
import { methodsOf, redirectTo } from './event-methods.js'
import type { Events } from './open-event.js'
import { isPrerendered } from './prerendering.js'
import type { AuthEvent } from './sveltekit-auth.js'

interface Locals {
  auth?: (() => Promise<Record<string, unknown> | null>) & LocalMethods
}

type LocalMethods = Pick<RequestMethods<unknown>, 'tokens' | 'fetch' | 'accounts' | 'passkeys' | 'passwords'>

export interface HandleInput<Event extends AuthEvent> {
  readonly event: Event
  resolve(event: Event): Response | Promise<Response>
}

const signedOut = { ok: false, reason: 'signedOut' } as const

const noUser: LocalMethods = {
  tokens: async () => signedOut,
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
  // The error page of SvelteKit does not explain the error, so a page of Authwright replaces it.
  const explanation = response.status === 500 ? request.explanation() : undefined
  if (explanation) return explanation
  return opened.hasCookies ? uncached(response) : response
}

/** Returns a copy, because some responses are immutable. */
function uncached({ body, status, statusText, headers }: Response): Response {
  const changed = new Response(body, { status, statusText, headers })
  changed.headers.set('cache-control', PRIVATE)
  return changed
}
