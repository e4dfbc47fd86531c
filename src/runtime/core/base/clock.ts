/** The time, in milliseconds since 1970. */
export type Clock = () => number

/** Tolerated difference between the clocks of two servers, or of a server and its store. */
export const SERVER_CLOCK_TOLERANCE_SECONDS = 60

/**
 * Whether a time is less than `interval` milliseconds ago. If the clock was set back, the time may be in the
 * future, but not by more than the interval.
 */
export function isRecent(time: number, interval: number, clock: Clock): boolean {
  return Math.abs(clock() - time) < interval
}
