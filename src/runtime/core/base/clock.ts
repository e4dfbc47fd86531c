/** The time, in milliseconds since 1970. */
export type Clock = () => number

/** Tolerated clock difference between two servers of an application, or a server and its store. */
export const SERVER_CLOCK_TOLERANCE_SECONDS = 60
