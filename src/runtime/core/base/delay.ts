/** Resolves after this many milliseconds, or soon if the number is negative. */
export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(milliseconds, 0))
  })
}
