/** Sets a key, and makes it the newest entry. A full map drops its oldest entry. */
export function setNewest<Key, Value>(map: Map<Key, Value>, max: number, key: Key, value: Value): void {
  map.delete(key)
  const [oldest] = map.size < max ? [] : map.keys()
  if (oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}
