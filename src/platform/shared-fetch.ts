/** Milliseconds to wait for another request's fetch before fetching again. */
const TIMEOUT_MS = 1000

/**
 * Shares one fetch among concurrent callers. Another request's fetch may never settle: some platforms (Cloudflare Workers) end a request, and
 * its pending promises, when the client disconnects. A caller fetches again after one second, and after a failure of the shared fetch.
 *
 * @param fetchValue - Writes its result to the cache.
 * @returns A reader: it resolves with what `cached` returns, or with the result of `fetchValue` where `cached` returns `undefined`.
 *
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
    let hasFailed = false
    for (;;) {
      const value = cached()
      if (value !== undefined) return value
      const other = inFlight
      if (!other) return begin()
      const outcome = await outcomeOf(other)
      if (outcome === 'resolved' || (outcome === 'rejected' && hasFailed)) return other
      hasFailed ||= outcome === 'rejected'
      // Later callers wait for the fetch that begins now.
      if (inFlight === other) inFlight = undefined
    }
  }
}

type Outcome = 'resolved' | 'rejected' | 'timeout'

function outcomeOf(fetching: Promise<unknown>): Promise<Outcome> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), TIMEOUT_MS)
  })
  const settled = fetching.then<Outcome, Outcome>(
    () => 'resolved',
    () => 'rejected',
  )
  return Promise.race([settled, timeout]).finally(() => clearTimeout(timer))
}
