const tries = Number(process.env['FC_RUNS'] ?? 300)

/** How many inputs each property test tries. */
export const runs: { numRuns: number } = { numRuns: tries }

/** The same for a property whose every input is a whole conversation. */
export const fewerRuns: { numRuns: number } = { numRuns: Math.ceil(tries / 10) }
