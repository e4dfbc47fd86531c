/** Does one piece of work at a time. */
export type Exclusive = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Milliseconds to wait for the work before: less than the five seconds for which a sign-in waits for a database, so that whoever
 * comes after a call that hangs is still served.
 */
const PATIENCE = 4_000

/** Makes a queue. A piece of work that fails holds up nobody, and one that never ends nobody for long. */
export function createQueue(): Exclusive {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = ended(last).then(work)
    last = done.catch(() => undefined)
    return done
  }
}

/** When work has ended, or has taken too long. */
async function ended(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
