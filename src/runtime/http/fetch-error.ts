/** Why a request to a provider has no usable answer. */
export type FetchFailure = 'aborted' | 'address' | 'network' | 'redirect' | 'timeout' | 'tooLarge'

/**
 * A request to a provider has no usable answer. The message names the host and nothing else of the
 * address, because paths and queries may hold secrets; `cause` is what was thrown.
 */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly reason: FetchFailure

  constructor(reason: FetchFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
