/**
 * How many seconds a session or row is kept after it has expired. The clocks of servers differ: by the clock of
 * another process, the row may still be valid. A day is enough even if a clock is set to the wrong time zone.
 */
export const EXPIRY_MARGIN_SECONDS = 86_400

/** The same margin in milliseconds. */
export const EXPIRY_MARGIN_MS: number = EXPIRY_MARGIN_SECONDS * 1000
