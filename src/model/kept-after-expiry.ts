/**
 * How long a session or row is kept after it has expired, because the clocks of servers differ. A day is enough even if a clock shows local
 * time instead of UTC.
 */
export const EXPIRY_MARGIN_SECONDS = 86_400

export const EXPIRY_MARGIN_MS: number = EXPIRY_MARGIN_SECONDS * 1000
