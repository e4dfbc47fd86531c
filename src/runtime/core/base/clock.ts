/** The time, in milliseconds since 1970. */
export type Clock = () => number

/** Seconds by which the clocks of two servers of an application, or of a server and its store, may differ. */
export const SERVER_CLOCK_TOLERANCE_SECONDS = 60
