/** The time, in milliseconds since 1970. */
export type Clock = () => number

/** Tolerated difference between the clocks of two servers, or of a server and its store. */
export const SERVER_CLOCK_TOLERANCE_SECONDS = 60
