/** The value of a key, made on first use. A cache with `max` entries drops the oldest for a new one. */
export function cached<Key, Value>(cache: Map<Key, Value>, max: number, key: Key, make: () => Value): Value {
  const existing = cache.get(key)
  if (existing !== undefined) return existing
  const value = make()
  const [oldest] = cache.size < max ? [] : cache.keys()
  if (oldest !== undefined) cache.delete(oldest)
  cache.set(key, value)
  return value
}
