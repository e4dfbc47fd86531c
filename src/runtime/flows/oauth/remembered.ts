import { askedTogether } from '../../../platform/asked-together.js'
import type { Clock } from '../../clock.js'

/** Something that a provider publishes, asked for rarely, and for all who need it at a time. */
export interface Remembered<Value> {
  /** What is known, or what the provider says now. It goes on being used while the provider does not answer. */
  current(): Promise<Value>
  /** What the provider says after `seen` turned out not to be enough; `seen` itself where it says nothing. */
  newerThan(seen: Value): Promise<Value>
}

/** Milliseconds for which a provider that did not answer is left alone. */
const PAUSE = 60 * 1000

/** Remembers what `ask` resolves with, for `fresh` milliseconds. Rejects only when nothing was ever known. */
export function remembered<Value extends object>(
  ask: () => Promise<Value>,
  fresh: number,
  clock: Clock,
): Remembered<Value> {
  let known: { readonly value: Value; readonly until: number; readonly turn: number } | undefined
  let turns = 0

  const renewed = askedTogether(async () => {
    // What was asked for later may have come before.
    const turn = ++turns
    try {
      const value = await ask()
      if (!known || turn > known.turn) known = { value, until: clock() + fresh, turn }
    } catch (error) {
      if (!known) throw error
      if (turn > known.turn) known = { ...known, until: clock() + PAUSE }
    }
    return known.value
  })

  return {
    current: () => renewed(() => (known && clock() < known.until ? known.value : undefined)),
    newerThan: (seen) => renewed(() => (known && known.value !== seen ? known.value : undefined)),
  }
}
