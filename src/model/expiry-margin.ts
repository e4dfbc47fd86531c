/**
 * Seconds for which a session or row that has expired by the clock of this process is not deleted: that clock may be ahead, and another
 * process may still read it. Also where a database compares with its own clock, because the process that wrote the row may be behind. A clock
 * set to another time zone is off by less.
 */
export const EXPIRY_MARGIN_SECONDS = 86_400

/** The same in milliseconds. */
export const EXPIRY_MARGIN_MS: number = EXPIRY_MARGIN_SECONDS * 1000
