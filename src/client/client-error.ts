/**
 * The server did not respond, or not as expected: the session is unknown then, and no user is
 * signed out because of it.
 *
 * @example
 * ```ts
 * import { ClientError, createClient } from 'authwright/client'
 *
 * const client = createClient()
 *
 * try {
 *   await client.getSession()
 * } catch (error) {
 *   if (error instanceof ClientError) console.warn(error.message, error.status)
 * }
 * ```
 */
export class ClientError extends Error {
  override readonly name: string = 'ClientError'
  /** The HTTP status of the response; `undefined` where there was none. */
  declare readonly status: number | undefined
  /** Seconds after which to retry, as the server says. */
  declare readonly retryAfter: number | undefined

  constructor(message: string, response?: Response, cause?: unknown) {
    super(message, { cause })
    this.status = response?.status
    this.retryAfter = Number(response?.headers.get('retry-after')) || undefined
  }
}
