/**
 * Milliseconds for which an expired row is kept: the clock of this process may be ahead, and another process may still read the
 * row. Also where the database compares with its own clock, because the process that wrote the row may be behind.
 */
export const EXPIRY_MARGIN_MS = 86_400_000
