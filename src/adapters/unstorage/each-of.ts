/** Maximum number of concurrent calls of a driver: the file driver opens a file for each. */
const AT_ONCE = 64

/** Runs the work for each value, some concurrently. Returns the results in the order of the values. */
export async function eachOf<Value, Result>(
  values: readonly Value[],
  work: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let next = 0; next < values.length; next += AT_ONCE) {
    results.push(...(await Promise.all(values.slice(next, next + AT_ONCE).map(work))))
  }
  return results
}
