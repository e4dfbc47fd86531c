const MAX_WAIT_MS = 10_000

const SHARED_WAIT_MS = 1000

/**
 * Shares one fetch among concurrent callers. The fetch of another request may never settle, because
 * Cloudflare Workers ends a request and its pending promises when the client disconnects. So one of the
 * waiting callers fetches again after a second, or after a failure.
 *
 * @param fetchValue - Fetches the value and writes it to the cache.
 * @see https://developers.cloudflare.com/workers/observability/errors/#cannot-perform-io-on-behalf-of-a-different-request
 */
export function sharedFetch<Value>(
  fetchValue: () => Promise<Value>,
): (cached: () => Value | undefined) => Promise<Value> {
  let inFlight: Promise<Value> | undefined

  const begin = (): Promise<Value> => {
    const fetching = fetchValue().finally(() => {
      if (inFlight === fetching) inFlight = undefined
    })
    inFlight = fetching
    return fetching
  }

  return async (cached) => {
    const value = cached()
    if (value !== undefined) return value
    const first = inFlight
    if (!first) return begin()
    if ((await outcomeOf(first, SHARED_WAIT_MS)) === 'resolved') return first
    const cachedSince = cached()
    if (cachedSince !== undefined) return cachedSince
    const second = inFlight && inFlight !== first ? inFlight : begin()
    if ((await outcomeOf(second, MAX_WAIT_MS - SHARED_WAIT_MS)) === 'timeout') {
      throw new Error(`There was no response within ${MAX_WAIT_MS / 1000} seconds.`)
    }
    return second
  }
}

type Outcome = 'resolved' | 'rejected' | 'timeout'

function outcomeOf(fetching: Promise<unknown>, limit: number): Promise<Outcome> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), limit)
  })
  const settled = fetching.then<Outcome, Outcome>(
    () => 'resolved',
    () => 'rejected',
  )
  return Promise.race([settled, timeout]).finally(() => clearTimeout(timer))
}
