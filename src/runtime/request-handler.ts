import type { Incoming } from './http/incoming.js'
import type { Answer } from './http/result.js'

/**
 * The key under which a handler answers requests that are not web-standard ones yet. It is the same in every
 * copy of the package that a program has loaded.
 */
export const answers: unique symbol = Symbol.for('authwright.answers')

/** Answers a request to one of the routes. It never throws. */
export interface RequestHandler {
  (request: Request): Promise<Response>
  /** The same as data, for a server that has neither a web-standard request nor use for a response. */
  readonly [answers]: (incoming: Incoming) => Promise<Answer>
}
