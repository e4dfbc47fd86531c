/** Milliseconds that a call may wait: as long as a request to a provider may take. */
const MAX_WAIT_MS = 10_000

/** Milliseconds to wait for another request's fetch before fetching again. They count towards the maximum. */
const SHARED_WAIT_MS = 1000

/**
 * Shares one fetch among concurrent callers. Another request's fetch may never settle: some platforms
 * (Cloudflare Workers) end a request and its pending promises when the client disconnects. So after one
 * second, or after a failure of the shared fetch, one caller fetches again and the others wait for it. Each of
 * them waits 10 seconds at most, however many there are. A fetch that takes longer continues for later callers.
 * Only the first caller waits until its fetch settles.
 *
 * @param fetchValue - Writes its result to the cache.
 * @returns A function that resolves with the result of `cached`, or of `fetchValue` if `cached` returns
 * `undefined`.
 * @see https://developers.cloudflare.com/workers/observability/errors/#cannot-perform-io-on-behalf-of-a-different-request
 */
export function sharedFetch<Value>(
  fetchValue: () => Promise<Value>,
): (cached: () => Value | undefined) => Promise<Value> {
  let inFlight: Promise<Value> | undefined

  const begin = (): Promise<Value> => {
    const own = fetchValue().finally(() => {
      if (inFlight === own) inFlight = undefined
    })
    inFlight = own
    return own
  }

  return async (cached) => {
    const value = cached()
    if (value !== undefined) return value
    const first = inFlight
    if (!first) return begin()
    if ((await outcomeOf(first, SHARED_WAIT_MS)) === 'resolved') return first
    const meanwhile = cached()
    if (meanwhile !== undefined) return meanwhile
    // One of the waiting callers fetches again. The others wait for that fetch, but for no further one.
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
