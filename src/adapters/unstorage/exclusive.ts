/** Does one piece of work at a time. */
export type Exclusive = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Makes a queue. A piece of work that fails holds up nobody. */
export function createQueue(): Exclusive {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
