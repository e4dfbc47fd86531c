/**
 * Seconds after its expiry for which a session or row is kept. The clock of this process may be ahead of
 * other processes, which may still read the row. Or the process that wrote the row may be behind the
 * database. A day covers a wrong time zone.
 */
export const EXPIRY_MARGIN_SECONDS = 86_400

/** The same margin in milliseconds. */
export const EXPIRY_MARGIN_MS: number = EXPIRY_MARGIN_SECONDS * 1000
