import { endOfTurn } from '#end-of-turn'

/** The reads of one turn of the event loop. */
interface Batch<Key, Found> {
  readonly keys: Set<Key>
  readonly found: Promise<ReadonlyMap<unknown, Found>>
}

/**
 * Batches reads by key in the same turn of the event loop, so that many concurrent requests need one statement and one connection. A single
 * read is not batched. If a batch fails, it rejects for every caller.
 *
 * On platforms without `endOfTurn`, a request cannot wait for I/O of another request, so nothing is batched.
 *
 * @param one - Reads the value of one key.
 * @param many - Reads the values of several keys. Missing keys are not in the map.
 */
export function together<Key, Found>(
  one: (key: Key) => Promise<Found | undefined>,
  many: (keys: Key[]) => Promise<ReadonlyMap<unknown, Found>>,
): (key: Key) => Promise<Found | undefined> {
  if (!endOfTurn) return one
  const ended = endOfTurn
  let open: Batch<Key, Found> | undefined

  async function read(keys: ReadonlySet<Key>): Promise<ReadonlyMap<unknown, Found>> {
    await ended()
    open = undefined
    const [first, ...others] = keys
    if (first === undefined || others.length > 0) return many([...keys])
    const found = await one(first)
    return new Map(found === undefined ? [] : [[first, found]])
  }

  function begin(): Batch<Key, Found> {
    const keys = new Set<Key>()
    return { keys, found: read(keys) }
  }

  return async (key) => {
    open ??= begin()
    open.keys.add(key)
    return (await open.found).get(key)
  }
}
