import type { LoadedFeature } from './feature.js'

export function createGetter<Self>(owner: () => Self): <Part>(make: (owner: Self) => Part) => Part {
  const parts = new Map<unknown, unknown>()
  return <Part>(make: (owner: Self) => Part): Part => {
    if (!parts.has(make)) parts.set(make, make(owner()))
    return parts.get(make) as Part
  }
}

export function firstOf<Value>(
  loaded: readonly LoadedFeature[],
  find: (feature: LoadedFeature) => Value | undefined,
): Value | undefined {
  for (const feature of loaded) {
    const found = find(feature)
    if (found !== undefined) return found
  }
  return undefined
}
