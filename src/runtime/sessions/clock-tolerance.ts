/** Seconds by which a session token may have been sealed in the future: the clocks of two servers differ. */
export const CLOCK_TOLERANCE = 60

/**
 * Seconds for which a session that has expired by the clock of this process is neither deleted nor its cookie cleared: that
 * clock may be ahead, and another process may still read the session. A clock set to another time zone is off by less.
 */
export const EXPIRY_MARGIN = 86_400

/** Seconds between two warnings about clocks. */
export const CLOCK_WARNING_INTERVAL = 60
