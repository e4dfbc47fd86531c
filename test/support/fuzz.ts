/** How many inputs each property test tries. */
export const runs: { numRuns: number } = { numRuns: Number(process.env['FC_RUNS'] ?? 300) }

/** Milliseconds for a property whose every input is a whole conversation. */
export const patience = Math.max(60_000, runs.numRuns * 9)
