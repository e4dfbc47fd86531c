import { OAuthUnavailable } from '../../../errors.js'
import { backgroundWork } from '../../core/background-work.js'
import type { App } from '../../core/lifetimes.js'
import { CallTimeout, inTime } from '../../core/storage/in-time.js'
import type { ReadyOAuthProvider } from './provider.js'

/** Time limit for all requests to a provider during one call, in milliseconds. */
const TIME_LIMIT_MS = 10_000

/** Runs one step of a call: a function that waits for a provider. */
export type InTime = <Result>(step: () => Promise<Result>, options?: StepOptions) => Promise<Result>

/** Options of a step. */
interface StepOptions {
  /** The time limit of the step alone, in milliseconds. */
  readonly limitMs?: number
  /** Called if the step succeeds after its time limit. */
  readonly late?: () => void
}

/**
 * Starts the time limit of a call: 10 seconds for all of its steps together. The returned function runs a
 * step. Its promise rejects with `OAuthUnavailable` if the time of the call is used up, or if the step
 * exceeds its separate limit. The step then continues in the background, and its result is ignored.
 */
export function startTimeLimit({ id }: Pick<ReadyOAuthProvider, 'id'>, { host }: Pick<App, 'host'>): InTime {
  let remainingMs = TIME_LIMIT_MS
  return async (step, { limitMs = remainingMs, late } = {}) => {
    const began = performance.now()
    const running = step()
    try {
      return await inTime(running, Math.max(1, Math.min(limitMs, remainingMs)))
    } catch (error) {
      if (!(error instanceof CallTimeout)) throw error
      host.get(backgroundWork).run(running.then(late, () => undefined))
      const message = `The provider '${id}' did not respond in time.`
      throw new OAuthUnavailable(message, { cause: error })
    } finally {
      remainingMs -= performance.now() - began
    }
  }
}
