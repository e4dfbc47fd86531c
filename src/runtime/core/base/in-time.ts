export class CallTimeout extends Error {}

export function inTime<Result>(result: Result, limitMs: number): Promise<Awaited<Result>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const tooLate = (): void => reject(new CallTimeout(`There was no response within ${limitMs} ms.`))
    // After a long computation, the timer may fire before responses that were already received are read. The
    // second timer gives them time to be read.
    timer = setTimeout(() => {
      timer = setTimeout(tooLate, 1)
    }, limitMs - 1)
  })
  return Promise.race([result, late]).finally(() => clearTimeout(timer))
}
