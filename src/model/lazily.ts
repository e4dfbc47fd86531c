/**
 * Calls `make` on first use, and again after a failure. Do not use it for I/O on Cloudflare Workers: the promise never settles if the request
 * that called `make` ends before the I/O. For requests to providers, use `sharedFetch` instead.
 *
 * @see https://developers.cloudflare.com/workers/observability/errors/#cannot-perform-io-on-behalf-of-a-different-request
 */
export function lazily<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
