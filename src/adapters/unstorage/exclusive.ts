/** Runs one task at a time. */
export type Exclusive = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Milliseconds that a task may take before the next one starts. Less than the five seconds for which a sign-in waits for a database, so
 * that one hanging call does not fail later callers.
 */
const PATIENCE = 4_000

/**
 * Creates a queue. A failed task does not delay others, and a hanging task delays them for a limited time. The others still start one after
 * the other.
 */
export function createQueue(): Exclusive {
  let free: Promise<void> = Promise.resolve()
  return (work) => {
    const done = free.then(work)
    free = free.then(() => ended(done))
    return done
  }
}

/** Resolves when the task has ended or has taken too long. */
async function ended(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE)
  })
  await Promise.race([work.catch(() => undefined), late])
  clearTimeout(timer)
}
