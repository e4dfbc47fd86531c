import type { Provider } from '../providers/kinds/provider.js'
import type { AuthSpec, SpecFeature } from './auth-spec.js'
import type { ConfigurationProblem } from './configuration-error.js'

export function featureProblems(spec: AuthSpec): readonly ConfigurationProblem[] {
  const carried = spec.providers.flatMap((provider) => featureOf(provider) ?? [])
  const features = new Map([...carried, ...spec.features].map((feature) => [feature.name, feature]))
  return [...features.values()].flatMap(({ name, checks = [] }) => {
    const carriers = spec.providers.filter((provider) => featureOf(provider)?.name === name)
    return checks.flatMap((check) =>
      check(spec, carriers).map(({ code, sentence }) => ({ code: `${name}/${code}` as const, sentence })),
    )
  })
}

function featureOf(provider: Provider): SpecFeature | undefined {
  return provider['~feature'] as SpecFeature | undefined
}
