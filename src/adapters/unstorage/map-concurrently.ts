/** Limits the files that are open at once, because the file driver opens a file for each call. */
const MAX_CONCURRENT = 64

export async function mapConcurrently<Value, Result>(
  values: readonly Value[],
  work: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let next = 0; next < values.length; next += MAX_CONCURRENT) {
    results.push(...(await Promise.all(values.slice(next, next + MAX_CONCURRENT).map(work))))
  }
  return results
}
