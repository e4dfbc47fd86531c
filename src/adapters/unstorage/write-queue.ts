/** Runs one task at a time. A task that takes longer than `MAX_DELAY_MS` no longer delays others. */
export type WriteQueue = <Result>(task: () => Promise<Result>) => Promise<Result>

/**
 * This time is less than the five seconds for which a sign-in waits for a database, so that one hanging call does not
 * make later sign-ins fail.
 */
const MAX_DELAY_MS = 4_000

export function createWriteQueue(): WriteQueue {
  let previous: Promise<void> = Promise.resolve()
  return (task) => {
    const result = previous.then(task)
    previous = previous.then(() => settledOrLate(result))
    return result
  }
}

async function settledOrLate(result: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MAX_DELAY_MS)
  })
  await Promise.race([result.catch(() => undefined), late])
  clearTimeout(timer)
}
