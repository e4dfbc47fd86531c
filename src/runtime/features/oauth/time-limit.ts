import { OAuthUnavailable } from '../../../errors.js'
import { backgroundWork } from '../../core/background-work.js'
import type { App } from '../../core/lifetimes.js'
import { CallTimeout, inTime } from '../../core/storage/in-time.js'
import type { ReadyOAuthProvider } from './provider.js'

/** Milliseconds that a caller waits for a provider, however many requests are sent to it. */
const TIME_LIMIT_MS = 10_000

/** Runs a step of a call that waits for a provider. */
export type InTime = <Result>(step: () => Promise<Result>, options?: StepOptions) => Promise<Result>

/** Options of a step. */
interface StepOptions {
  /** The time limit of the step alone, in milliseconds. */
  readonly limit?: number
  /** Called if the step succeeds after its time limit. */
  readonly late?: () => void
}

/**
 * Starts the time limit of a call. The returned function runs a step. It rejects with `OAuthUnavailable` once all steps together have taken
 * too long, or the step takes longer than its own limit. The step continues in the background, but its result is ignored.
 */
export function startTimeLimit({ id }: Pick<ReadyOAuthProvider, 'id'>, { host }: Pick<App, 'host'>): InTime {
  let left = TIME_LIMIT_MS
  return async (step, { limit = left, late } = {}) => {
    const began = performance.now()
    const running = step()
    try {
      return await inTime(running, Math.max(1, Math.min(limit, left)))
    } catch (error) {
      if (!(error instanceof CallTimeout)) throw error
      host.get(backgroundWork).run(running.then(late, () => undefined))
      const message = `The provider '${id}' did not respond in time.`
      throw new OAuthUnavailable(message, { cause: error })
    } finally {
      left -= performance.now() - began
    }
  }
}
