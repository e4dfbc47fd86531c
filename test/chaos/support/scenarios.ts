import { afterAll, expect, test } from 'vitest'
import type { Outcome } from './oracle.js'

/** Seconds in which an application must have healed after the fault is mended. */
const HEAL = 5

/** Declares scenarios of one file, and prints their outcomes as a table at the end. */
export function scenarios(part: string): (name: string, run: () => Promise<Outcome>, limit?: number) => void {
  const outcomes: Record<string, Outcome> = {}
  afterAll(() => {
    console.log(`\n${part}: seconds to heal, and what became of sessions`)
    console.table(outcomes)
  })
  return (name, run, limit = HEAL) => {
    test(name, async () => {
      const outcome = await run()
      outcomes[name] = outcome
      expect(outcome).toMatchObject({ lost: 0, resurrected: 0 })
      expect(outcome.heal).toBeLessThanOrEqual(limit)
    }, 120_000)
  }
}
