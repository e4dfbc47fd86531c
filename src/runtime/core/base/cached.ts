import { setNewest } from './set-newest.js'

export function cached<Key, Value>(
  cache: Map<Key, Value>,
  max: number,
  key: Key,
  create: () => Value,
): Value {
  const existing = cache.get(key)
  if (existing !== undefined) return existing
  const value = create()
  setNewest(cache, max, key, value)
  return value
}
