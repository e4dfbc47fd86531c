/** How many inputs each property test tries. */
export const runs: { numRuns: number } = { numRuns: Number(process.env['FC_RUNS'] ?? 300) }

/**
 * Runs a property a few hundred times in each world that `batch` creates, so that no world grows with the
 * number of runs.
 */
export async function inBatches(batch: (runs: { numRuns: number }) => Promise<void>): Promise<void> {
  for (let left = runs.numRuns; left > 0; left -= BATCH) await batch({ numRuns: Math.min(left, BATCH) })
}

const BATCH = 500

/** Milliseconds for a property in which every input is a whole conversation. */
export const patience = Math.max(60_000, runs.numRuns * 20)

/**
 * The number of conversations for each of the two strategies of sessions. Both strategies together get as many
 * conversations as there are runs, or a fifth of this number if there are fewer than 1,000 runs.
 */
export const conversations: { numRuns: number } = {
  numRuns: Math.ceil(runs.numRuns / (runs.numRuns < 1_000 ? 10 : 2)),
}
