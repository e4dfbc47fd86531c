/** Returns the current time, in milliseconds since 1970. */
export type Clock = () => number

/** Tolerated difference between the clocks of two servers, or of a server and its store. */
export const SERVER_CLOCK_TOLERANCE_SECONDS = 60

/**
 * Whether `time` is less than `interval` before or after the current time. It may be in the future, because
 * the clock may have been set back. All times are in milliseconds.
 */
export function isRecent(time: number, interval: number, clock: Clock): boolean {
  return Math.abs(clock() - time) < interval
}
