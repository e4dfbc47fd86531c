import { endOfTurn } from '#end-of-turn'

/** What is read at the end of a turn. */
interface Batch<Key, Found> {
  readonly keys: Set<Key>
  readonly found: Promise<ReadonlyMap<unknown, Found>>
}

/**
 * Batches reads by one key each, in the same turn of the event loop: many concurrent requests then cost a
 * database one statement and one connection. A single read is not batched. A batch that fails rejects for every
 * caller that waits for it.
 *
 * No request waits for another where one request may not end what another began: on the platforms without `endOfTurn`.
 *
 * @param one - Reads for one key.
 * @param many - Reads for several; what it does not find is not in the map.
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
