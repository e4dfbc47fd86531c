import { PRIVATE, toResponse } from '../../runtime/http/response.js'
import { answers } from '../../runtime/request-handler.js'
import { isRenderedAhead } from './is-rendered-ahead.js'
import { readSession } from './read-session.js'
import type { Shell } from './shell.js'
import type { AuthEvent } from './sveltekit-auth.js'

/** What the hook adds to `event.locals`. */
interface Locals {
  auth?: () => Promise<Record<string, unknown> | null>
}

/** What Kit gives a hook. */
export interface HandleInput<Event extends AuthEvent> {
  readonly event: Event
  resolve(event: Event): Response | Promise<Response>
}

/** Answers the routes, and lets every other request through with its session at hand. */
export async function handleEvent<Event extends AuthEvent>(
  { event, resolve }: HandleInput<Event>,
  shell: Shell,
): Promise<Response> {
  const locals = event.locals as Locals
  if (isRenderedAhead(event)) {
    locals.auth ??= async () => null
    return resolve(event)
  }
  const visit = shell.visit(event)
  locals.auth ??= () => readSession(visit, shell)
  const { interpreter } = shell
  const incoming = visit.incoming()
  if (await interpreter.isRoute(incoming)) return toResponse(await interpreter.handle[answers](incoming))
  const response = await resolve(event)
  return visit.hasCookies ? unstored(response) : response
}

/** A response with cookies of ours in it is for nobody else. Some cannot be changed, so it is a new one. */
function unstored({ body, status, statusText, headers }: Response): Response {
  const changed = new Response(body, { status, statusText, headers })
  changed.headers.set('cache-control', PRIVATE)
  return changed
}
