/** 24 days. A timer with a longer delay fires at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1

export function delayOf(seconds: number): number {
  return Math.min(seconds * 1000, LONGEST_DELAY_MS)
}
