/** Milliseconds for which an answer to another request is waited for, before one asks once more. */
const PATIENCE = 1000

/**
 * Asks once for all requests that need an answer at a time. An answer to another request may never come, or be kept from this one: some
 * platforms (Cloudflare Workers) end a request with its visitor, and whatever it waited for is never heard of again. One asks once more where
 * there is none for a second, and where there is a failure in its place.
 *
 * @param ask - Keeps what it learns where `known` finds it.
 * @returns What `known` finds, or what `ask` resolves with where it finds nothing.
 *
 * @see https://developers.cloudflare.com/workers/observability/errors/#cannot-perform-io-on-behalf-of-a-different-request
 */
export function askedTogether<Value>(
  ask: () => Promise<Value>,
): (known: () => Value | undefined) => Promise<Value> {
  let asking: Promise<Value> | undefined

  const begin = (): Promise<Value> => {
    const own = ask().finally(() => {
      if (asking === own) asking = undefined
    })
    asking = own
    return own
  }

  return async (known) => {
    let hasFailed = false
    for (;;) {
      const value = known()
      if (value !== undefined) return value
      const other = asking
      if (!other) return begin()
      const outcome = await outcomeOf(other)
      if (outcome === 'answered' || (outcome === 'failed' && hasFailed)) return other
      hasFailed ||= outcome === 'failed'
      // Whoever comes later waits for the one that is begun now.
      if (asking === other) asking = undefined
    }
  }
}

type Outcome = 'answered' | 'failed' | 'late'

function outcomeOf(answer: Promise<unknown>): Promise<Outcome> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve('late'), PATIENCE)
  })
  const known = answer.then<Outcome, Outcome>(
    () => 'answered',
    () => 'failed',
  )
  return Promise.race([known, late]).finally(() => clearTimeout(timer))
}
