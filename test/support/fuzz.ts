/** How many inputs each property test tries. */
export const runs: { numRuns: number } = { numRuns: Number(process.env['FC_RUNS'] ?? 300) }

/** Tries a property a few hundred times with each of the worlds that `batch` makes, so that none grows with the number of runs. */
export async function inBatches(batch: (runs: { numRuns: number }) => Promise<void>): Promise<void> {
  for (let left = runs.numRuns; left > 0; left -= BATCH) await batch({ numRuns: Math.min(left, BATCH) })
}

const BATCH = 500

/** Milliseconds for a property in which every input is a whole conversation. */
export const patience = Math.max(60_000, runs.numRuns * 20)

/**
 * The number of conversations for each of the two strategies of sessions. Together, there are as many as
 * runs, or a fifth of that if there are few runs, which must be short.
 */
export const conversations: { numRuns: number } = {
  numRuns: Math.ceil(runs.numRuns / (runs.numRuns < 1_000 ? 10 : 2)),
}
