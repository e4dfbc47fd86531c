import { appendFileSync, existsSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import type { Outcome } from './oracle.js'

/** Seconds in which an application must recover after the fault has ended. */
const HEAL = 5

/** Maximum seconds that a request may take. */
export const LONGEST_WAIT = 12

/** Measures how long requests take. */
export interface Waits {
  /** Seconds that the slowest request took. */
  readonly slowest: number
  timed<Result>(work: Promise<Result>): Promise<Result>
}

export function waits(): Waits {
  const seconds = [0]
  return {
    get slowest() {
      return Math.max(...seconds)
    },
    async timed(work) {
      const begin = performance.now()
      try {
        return await work
      } finally {
        seconds.push((performance.now() - begin) / 1000)
      }
    },
  }
}

const HEAD =
  '| | scenario | lost | resurrected | errors | seconds to recover | slowest request |\n|---|---|---:|---:|---:|---:|---:|\n'

/** Effects that the configuration of a scenario accepts. The scenario fails if they do not occur. */
type Accepted = 'lost' | 'resurrected'

/** Declares scenarios of one file, and prints their outcomes as a table at the end. */
export function scenarios(
  part: string,
): (name: string, run: () => Promise<Outcome>, byOption?: Accepted) => void {
  const outcomes: Record<string, Outcome> = {}
  const accepted: Record<string, Accepted> = {}
  afterAll(() => {
    console.log(`\n${part}: seconds to recover, and lost or valid sessions`)
    console.table(outcomes)
    const file = process.env['AUTHWRIGHT_TABLE']
    if (file === undefined) return
    if (!existsSync(file)) appendFileSync(file, HEAD)
    appendFileSync(file, rowsOf(part, outcomes, accepted))
  })
  return (name, run, byOption) => {
    if (byOption) accepted[name] = byOption
    test(name, async () => {
      const outcome = await run()
      outcomes[name] = outcome
      for (const kind of ['lost', 'resurrected'] as const) {
        if (kind === byOption) expect(outcome[kind]).toBeGreaterThan(0)
        else expect(outcome[kind]).toBe(0)
      }
      expect(outcome.heal).toBeLessThanOrEqual(HEAL)
      expect(outcome.slowest).toBeLessThanOrEqual(LONGEST_WAIT)
    }, 120_000)
  }
}

function rowsOf(
  part: string,
  outcomes: Readonly<Record<string, Outcome>>,
  accepted: Readonly<Record<string, Accepted>>,
): string {
  const rows = Object.entries(outcomes).map(([name, outcome]) => {
    const count = (kind: Accepted): string =>
      accepted[name] === kind ? `${outcome[kind]}, by option` : String(outcome[kind])
    return `| ${part} | ${name} | ${count('lost')} | ${count('resurrected')} | ${outcome.errors} | ${outcome.heal.toFixed(2)} | ${outcome.slowest.toFixed(2)} |\n`
  })
  return rows.join('')
}
