/** Milliseconds after which a database or a store that has not answered counts as down. */
const TIME_LIMIT = 5_000

/** The result, or a rejection when there is none within five seconds. */
export function inTime(result: unknown): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    const late = (): void => reject(new Error(`There was no answer within ${TIME_LIMIT} ms.`))
    timer = setTimeout(late, TIME_LIMIT)
  })
  return Promise.race([result, limit]).finally(() => clearTimeout(timer))
}
