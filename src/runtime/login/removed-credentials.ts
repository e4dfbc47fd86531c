import { sha256 } from '#sha256'
import type { Store } from '../../stores/contract.js'
import { randomToken } from '../crypto/random.js'

/*
 * A sign-in with a password reads its hash, and derives a key for a while. Where the hash is removed meanwhile, because the owner of the address has
 * proven it, the session must not begin: it would start after those of the user were ended. No clocks are compared. Each removal changes one value that
 * all users share, and leaves a mark of its user: a sign-in that finds the value changed, and a mark of its user, began before that removal, or beside it.
 *
 * Tenants that share an adapter share its users, so the marks are those of all tenants.
 */

/** Seconds for which a removal is known: longer than any request. */
const TTL = 60 * 60

const LAST = 'removed-credentials:last'

async function markOf(userId: string): Promise<string> {
  return `removed-credentials:${await sha256(String(userId))}`
}

/** Marks that the credentials of a user were removed. Called after they are, and before the sessions of the user end. */
export async function markRemoval(userId: string, store: Store): Promise<void> {
  // The mark first: who sees the changed value sees it, too.
  await store.set(await markOf(userId), 'removed', TTL)
  await store.set(LAST, randomToken(9), TTL)
}

/** Asks whether the credentials of a user were removed since this was called. Called before they are read. */
export async function watchRemovals(store: Store): Promise<(userId: string) => Promise<boolean>> {
  const before = await store.get(LAST)
  return async (userId) => {
    if ((await store.get(LAST)) === before) return false
    return (await store.get(await markOf(userId))) !== null
  }
}
