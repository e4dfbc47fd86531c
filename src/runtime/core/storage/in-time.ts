/** Default time limit. A database that has not responded within this time counts as down. */
const TIME_LIMIT_MS = 5_000

/** A call exceeded its timeout. */
export class CallTimeout extends Error {}

/**
 * Resolves with the result, or rejects with `CallTimeout` if there is none in time.
 *
 * @param limit - Time limit in milliseconds. Default: 5,000.
 */
export function inTime<Result>(result: Result, limit: number = TIME_LIMIT_MS): Promise<Awaited<Result>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const tooLate = (): void => reject(new CallTimeout(`There was no response within ${limit} ms.`))
    // After a long computation, a timer that is due fires before the responses that came in the meantime are
    // read. The second timer gives these responses time to be read.
    timer = setTimeout(() => {
      timer = setTimeout(tooLate, 1)
    }, limit - 1)
  })
  return Promise.race([result, late]).finally(() => clearTimeout(timer))
}
