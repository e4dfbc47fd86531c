import { OAuthUnavailable } from '../../../errors.js'
import { CallTimeout, inTime } from '../../core/storage/in-time.js'
import type { ReadyOAuthProvider } from './provider.js'

/** Milliseconds that a caller waits for a provider, however many requests are sent to it. */
const TIME_LIMIT_MS = 10_000

/**
 * Starts the time limit of a call that waits for a provider. The returned function waits for a step of the call. It rejects with
 * `OAuthUnavailable` once all steps together have taken too long. The step continues, but its result is ignored.
 */
export function startTimeLimit({
  id,
}: Pick<ReadyOAuthProvider, 'id'>): <Result>(step: Promise<Result>) => Promise<Result> {
  const end = performance.now() + TIME_LIMIT_MS
  return async <Result>(step: Promise<Result>) => {
    try {
      return (await inTime(step, Math.max(1, end - performance.now()))) as Result
    } catch (error) {
      if (!(error instanceof CallTimeout)) throw error
      const message = `The provider '${id}' did not respond within ${TIME_LIMIT_MS / 1000} seconds.`
      throw new OAuthUnavailable(message, { cause: error })
    }
  }
}
