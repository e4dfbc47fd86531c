import type { IncomingMessage } from 'node:http'
import type { Incoming } from '../runtime/port.js'
import { webRequest } from './to-web-request.js'

/** A request of `node:http` as the runtime looks at it. A web-standard request is made where one is needed, once. */
export class NodeIncoming implements Incoming {
  readonly #request: IncomingMessage
  #made: Request | undefined
  readonly url: string

  constructor(request: IncomingMessage, url: string) {
    this.#request = request
    this.url = url
  }

  get method(): string {
    return this.#request.method ?? 'GET'
  }

  get headers(): Incoming['headers'] {
    return this
  }

  get(name: string): string | null {
    const value = this.#request.headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : (value ?? null)
  }

  has(name: string): boolean {
    return this.#request.headers[name.toLowerCase()] !== undefined
  }

  request(): Request {
    this.#made ??= webRequest(this.#request, this.url)
    return this.#made
  }
}
