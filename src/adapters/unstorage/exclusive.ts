/** Does one piece of work at a time. */
export type Exclusive = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Milliseconds that a piece of work may take, before the next begins: less than the five seconds for which a sign-in waits for a
 * database, so that later callers are still served after a call that hangs.
 */
const PATIENCE = 4_000

/**
 * Creates a queue. Work that fails delays no other work, and work that never ends delays it for a limited time; the others still begin one
 * after the other.
 */
export function createQueue(): Exclusive {
  let free: Promise<void> = Promise.resolve()
  return (work) => {
    const done = free.then(work)
    free = free.then(() => ended(done))
    return done
  }
}

/** When work has ended, or has taken too long. */
async function ended(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE)
  })
  await Promise.race([work.catch(() => undefined), late])
  clearTimeout(timer)
}
