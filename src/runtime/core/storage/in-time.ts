/** Milliseconds after which a database that has not responded counts as down. */
const TIME_LIMIT_MS = 5_000

/** A call exceeded its timeout. */
export class CallTimeout extends Error {}

/**
 * The result, or a rejection with `CallTimeout` when there is none in time.
 *
 * @param limit - Milliseconds. Default: 5,000.
 */
export function inTime(result: unknown, limit: number = TIME_LIMIT_MS): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const tooLate = (): void => reject(new CallTimeout(`There was no response within ${limit} ms.`))
    // In two steps: after a long computation, a timer is due before what was received meanwhile is read.
    timer = setTimeout(() => {
      timer = setTimeout(tooLate, 1)
    }, limit - 1)
  })
  return Promise.race([result, late]).finally(() => clearTimeout(timer))
}
