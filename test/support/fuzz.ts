/** How many inputs each property test tries. */
export const runs: { numRuns: number } = { numRuns: Number(process.env['FC_RUNS'] ?? 300) }

/** Tries a property a few hundred times with each of the worlds that `batch` makes, so that none grows with the number of runs. */
export async function inBatches(batch: (runs: { numRuns: number }) => Promise<void>): Promise<void> {
  for (let left = runs.numRuns; left > 0; left -= BATCH) await batch({ numRuns: Math.min(left, BATCH) })
}

const BATCH = 500

/** Milliseconds for a property whose every input is a whole conversation. */
export const patience = Math.max(60_000, runs.numRuns * 20)
