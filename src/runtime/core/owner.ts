import type { LoadedFeature } from './feature.js'

/** A function that makes each value of an owner once: `get` of the four lifetimes. */
export function createGetter<Self>(owner: () => Self): <Part>(make: (owner: Self) => Part) => Part {
  const made = new Map<unknown, unknown>()
  return <Part>(make: (owner: Self) => Part): Part => {
    if (!made.has(make)) made.set(make, make(owner()))
    return made.get(make) as Part
  }
}

/** The value of the first feature that has one. */
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
