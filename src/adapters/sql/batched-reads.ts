import { endOfTurn } from '#end-of-turn'

interface Batch<Key, Value> {
  readonly keys: Set<Key>
  readonly values: Promise<ReadonlyMap<unknown, Value>>
}

/**
 * Batches reads by key in the same turn of the event loop, so that many concurrent requests need one statement and
 * one connection. On platforms without `endOfTurn`, a request cannot wait for I/O of another request, so nothing is
 * batched.
 *
 * @param many - Reads the values of several keys. Missing keys are not in the map.
 */
export function batchedReads<Key, Value>(
  one: (key: Key) => Promise<Value | undefined>,
  many: (keys: Key[]) => Promise<ReadonlyMap<unknown, Value>>,
): (key: Key) => Promise<Value | undefined> {
  if (!endOfTurn) return one
  const waitForEndOfTurn = endOfTurn
  let current: Batch<Key, Value> | undefined

  async function read(keys: ReadonlySet<Key>): Promise<ReadonlyMap<unknown, Value>> {
    await waitForEndOfTurn()
    current = undefined
    const [first, ...others] = keys
    if (first === undefined || others.length > 0) return many([...keys])
    const value = await one(first)
    return new Map(value === undefined ? [] : [[first, value]])
  }

  function begin(): Batch<Key, Value> {
    const keys = new Set<Key>()
    return { keys, values: read(keys) }
  }

  return async (key) => {
    current ??= begin()
    current.keys.add(key)
    return (await current.values).get(key)
  }
}
