/**
 * Returns a function that calls `make` on first use, and returns the same promise afterwards. After a
 * failure, the next call tries again.
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
