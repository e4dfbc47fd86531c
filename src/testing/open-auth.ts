import { AuthError } from '../errors.js'
import { eventForTests, type Port, portForTests } from '../runtime/port.js'
import { refuseProduction } from './production-refusal.js'

export type MakeEvent = (request: Request) => object

/**
 * The result of `.build()`, or its function that reads the session: `auth`, or `getSession` of SolidStart.
 */
export interface BuiltAuth {
  /** Types only. */
  readonly '~types'?: object | undefined
}

export function portOf(auth: BuiltAuth): Port {
  refuseProduction()
  const { [portForTests]: port } = auth as { readonly [portForTests]?: () => Port }
  if (port) return port()
  throw new AuthError(
    'This is not the result of `.build()`. Pass that result, or its function `auth` or `getSession`.',
  )
}

/**
 * Attaches a function that creates the SvelteKit event of the request. A SvelteKit configuration that is a function
 * receives this event. A function that is already attached is not replaced.
 */
export function withEvent(request: Request, makeEvent: MakeEvent): Request {
  if (eventForTests in request) return request
  return Object.defineProperty(request, eventForTests, { value: () => makeEvent(request) })
}

/** The request must have been passed to `withEvent`. */
export async function sessionOf(request: Request, port: Port): Promise<Record<string, unknown> | null> {
  const { exchange } = await port.call.open(request)
  return port.open(exchange.incoming).session()
}
