import { featureOf } from '../features-in-use.js'
import type { App } from '../object-lifetimes.js'

/** Returns why providers cannot be used, by provider id. Also logs a warning. */
export function unusableProviders({ providers, warnOnce, host }: App): ReadonlyMap<string, string> {
  const problems = [...providers.values()].flatMap((provider): [string, string][] => {
    const problem = featureOf(provider)?.problem?.(provider, host)
    return problem === undefined ? [] : [[provider.id, problem]]
  })
  const unusable = new Map(problems)
  if (unusable.size > 0) {
    warnOnce(
      'unusable-providers',
      `${[...unusable.values()].join(' ')} The built-in pages do not show ${[...unusable.keys()].join(', ')}.`,
    )
  }
  return unusable
}
