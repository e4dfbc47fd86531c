/** Resolves after this many milliseconds. A negative number counts as 0. */
export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(milliseconds, 0))
  })
}
