/** How long a case with some calls of the store may take, in milliseconds: more than any store should. */
export const SOON = 30_000

/** How long a case with thousands of calls may take. */
export const LATE = 300_000
