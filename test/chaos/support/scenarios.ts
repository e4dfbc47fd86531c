import { appendFileSync, existsSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import type { Outcome } from './oracle.js'

/** Seconds in which an application must have healed after the fault is mended. */
const HEAL = 5

const HEAD = '| | scenario | lost | resurrected | errors | seconds to heal |\n|---|---|---:|---:|---:|---:|\n'

/** Declares scenarios of one file, and prints their outcomes as a table at the end. */
export function scenarios(part: string): (name: string, run: () => Promise<Outcome>, limit?: number) => void {
  const outcomes: Record<string, Outcome> = {}
  afterAll(() => {
    console.log(`\n${part}: seconds to heal, and what became of sessions`)
    console.table(outcomes)
    const file = process.env['AUTHWRIGHT_TABLE']
    if (file === undefined) return
    if (!existsSync(file)) appendFileSync(file, HEAD)
    appendFileSync(file, rowsOf(part, outcomes))
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

function rowsOf(part: string, outcomes: Readonly<Record<string, Outcome>>): string {
  const rows = Object.entries(outcomes).map(
    ([name, { lost, resurrected, errors, heal }]) =>
      `| ${part} | ${name} | ${lost} | ${resurrected} | ${errors} | ${heal.toFixed(2)} |\n`,
  )
  return rows.join('')
}
