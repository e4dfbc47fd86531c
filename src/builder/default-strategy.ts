import type { Strategy } from '../options/session-options.js'
import type { Draft } from './draft.js'

/** The strategy of the types. {@link strategyOf} is the same rule at run time. */
export type StrategyFor<Chosen, A> = Chosen extends Strategy
  ? Chosen
  : A extends undefined
    ? 'jwt'
    : 'database'

export function strategyOf({ strategy, adapter }: Draft): Strategy {
  return strategy ?? (adapter ? 'database' : 'jwt')
}
