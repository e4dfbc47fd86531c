import { OAuthUnavailable } from '../../../errors.js'
import { backgroundWork } from '../../core/background-work.js'
import { CallTimeout, inTime } from '../../core/base/in-time.js'
import type { App } from '../../core/object-lifetimes.js'
import type { ReadyOAuthProvider } from './provider.js'

/** Time limit for all requests to a provider during one call. */
const CALL_LIMIT_MS = 10_000

/** Time limit for the metadata and the keys during a callback. Leaves enough time for the token request. */
export const DOCUMENTS_LIMIT_MS = 7_000

export type InTime = <Result>(step: () => Promise<Result>, options?: StepOptions) => Promise<Result>

interface StepOptions {
  /** Limit of the step alone. */
  readonly limitMs?: number
  /** Called if the step succeeds after its time limit. */
  readonly late?: () => void
  /** Called if the step fails after its time limit. */
  readonly failedLate?: () => void
}

/**
 * Returns a function that runs steps. All steps share one time limit. A step that exceeds it continues in the
 * background, and its result is ignored.
 */
export function startTimeLimit({ id }: Pick<ReadyOAuthProvider, 'id'>, { host }: Pick<App, 'host'>): InTime {
  let remainingMs = CALL_LIMIT_MS
  return async (step, { limitMs = remainingMs, late, failedLate = () => undefined } = {}) => {
    const began = performance.now()
    const running = step()
    try {
      return await inTime(running, Math.max(1, Math.min(limitMs, remainingMs)))
    } catch (error) {
      if (!(error instanceof CallTimeout)) throw error
      host.get(backgroundWork).run(running.then(late, failedLate))
      const message = `The provider '${id}' did not respond in time.`
      throw new OAuthUnavailable(message, { cause: error })
    } finally {
      remainingMs -= performance.now() - began
    }
  }
}
