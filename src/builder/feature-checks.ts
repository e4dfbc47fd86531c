import type { Provider } from '../providers/kinds/provider.js'
import type { ConfigurationProblem } from './configuration-error.js'
import type { AuthSpec, FeatureCheck } from './spec.js'

/** A feature, as far as `.build()` checks it. */
interface CheckedFeature {
  readonly name: string
  readonly checks?: readonly FeatureCheck[]
}

/** What the features of providers find wrong with a configuration that breaks no other rule. */
export function featureProblems(spec: AuthSpec): readonly ConfigurationProblem[] {
  const carried = spec.providers.flatMap((provider) => featureOf(provider) ?? [])
  const features = new Map(carried.map((feature) => [feature.name, feature]))
  return [...features.values()].flatMap(({ name, checks = [] }) => {
    const own = spec.providers.filter((provider) => featureOf(provider)?.name === name)
    return checks.flatMap((check) =>
      check(spec, own).map(({ code, sentence }) => ({ code: `${name}/${code}` as const, sentence })),
    )
  })
}

function featureOf(provider: Provider): CheckedFeature | undefined {
  return provider['~feature'] as CheckedFeature | undefined
}
