/**
 * Ends with this turn of the event loop, by when all that has arrived has been looked at.
 *
 * @see https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick#check
 */
export function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
