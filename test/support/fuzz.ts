/** How many inputs each property test tries. */
export const runs: { numRuns: number } = { numRuns: Number(process.env['FC_RUNS'] ?? 300) }

/** Tries a property a few hundred times with each of the worlds that `batch` makes, so that none grows with the number of runs. */
export async function inBatches(batch: (runs: { numRuns: number }) => Promise<void>): Promise<void> {
  for (let left = runs.numRuns; left > 0; left -= BATCH) await batch({ numRuns: Math.min(left, BATCH) })
}

const BATCH = 500

/** Milliseconds for a property whose every input is a whole conversation. */
export const patience = Math.max(60_000, runs.numRuns * 20)

/**
 * How many conversations there are of each of the two strategies of sessions: of both together as many as runs. Of few runs, which are to
 * be short, a fifth of that.
 */
export const conversations: { numRuns: number } = {
  numRuns: Math.ceil(runs.numRuns / (runs.numRuns < 1_000 ? 10 : 2)),
}
