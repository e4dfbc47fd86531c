import { setNewest } from './set-newest.js'

/**
 * The cached value of a key, created on first use. A full cache drops its oldest entry.
 *
 * @param max - Maximum number of entries.
 */
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
