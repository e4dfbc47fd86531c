import type { AuthSpec } from '../../builder/auth-spec.js'
import { AuthError } from '../../errors.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { Feature } from './feature.js'

export function featuresOf(spec: AuthSpec, standard: readonly Feature[]): readonly Feature[] {
  const used = standard.filter(({ isUsed }) => isUsed?.(spec) ?? true)
  const carried = spec.providers.flatMap((provider) => withExtended(featureOf(provider)))
  const byName = new Map<string, Feature>()
  for (const feature of [...used, ...carried, ...(spec.features as readonly Feature[])]) {
    const { name } = feature
    const other = byName.get(name) ?? standard.find((each) => each.name === name)
    if (!isSameFeature(other, feature)) {
      throw new AuthError(`Two features are named '${name}'. Rename one of them, or use only one.`)
    }
    byName.set(name, feature)
  }
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * Whether two features with the same name count as one. They do if an application contains two copies of this
 * package. Other features with the same name may contain different functions, so they are refused.
 */
function isSameFeature(one: Feature | undefined, other: Feature): boolean {
  if (one === undefined || one === other) return true
  return (
    one['~package'] !== undefined && one['~package'] === other['~package'] && shapeOf(one) === shapeOf(other)
  )
}

function shapeOf(feature: Feature): string {
  return JSON.stringify([
    Object.keys(feature),
    Object.keys(feature.routes ?? {}),
    Object.keys(feature.api ?? {}),
    feature.types,
  ])
}

export function featureOf(provider: Provider): Feature | undefined {
  return (provider as { readonly '~feature'?: Feature })['~feature']
}

function withExtended(feature: Feature | undefined): readonly Feature[] {
  return feature ? [...(feature.extends ?? []).flatMap(withExtended), feature] : []
}
