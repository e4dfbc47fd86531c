/**
 * The server did not answer, or not as it should: nothing is known of the session then, and nobody is
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
  /** The HTTP status of the answer; `undefined` where there was none. */
  readonly status: number | undefined
  /** Seconds after which the server asks to be tried again. */
  readonly retryAfter: number | undefined

  constructor(message: string, answer?: Response, cause?: unknown) {
    super(message, { cause })
    this.status = answer?.status
    this.retryAfter = Number(answer?.headers.get('retry-after')) || undefined
  }
}
