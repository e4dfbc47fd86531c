import { sha256 } from '#sha256'
import type { Store } from '../../../stores/contract.js'
import type { App } from '../lifetimes.js'

/*
 * A sign-in with a password reads its hash, and derives a key for a while. Where all sessions of the user end meanwhile, because the owner of the address
 * has proven it or the password was changed, its session must not begin: it would start after those that were ended. No clocks are compared: each such
 * end has a number, the next of one that all users share, and leaves it as a mark of its user. A sign-in that finds a mark with a higher number than
 * there was at its beginning may have read what was removed.
 *
 * Tenants that share an adapter share its users, so the marks are those of all tenants.
 */

/** Seconds for which a mark is stored. No login takes longer, pending ones included. */
export const MAX_LOGIN_SECONDS = 60 * 60

/** The number outlives each mark. */
const LAST_TTL_SECONDS = 2 * MAX_LOGIN_SECONDS

const LAST = 'ended-sign-ins:last'

async function markOf(userId: string): Promise<string> {
  return `ended-sign-ins:${await sha256(String(userId))}`
}

/**
 * Ends the sign-ins of a user that have begun. Called once the password is changed, and before the sessions of the user end. It does not look at
 * the providers of this configuration: another one on the same database may have passwords.
 */
export async function endSignIns(userId: string, { commonStore }: Pick<App, 'commonStore'>): Promise<void> {
  await commonStore.set(await markOf(userId), await nextNumber(commonStore), MAX_LOGIN_SECONDS)
}

async function nextNumber(store: Store): Promise<string> {
  for (;;) {
    const last = await store.get(LAST)
    const next = String(Number(last) + 1)
    if (await store.compareAndSet(LAST, last, next, LAST_TTL_SECONDS)) return next
  }
}

/** The number of the last end, for `wereEndedSince`. Called before a password is read. */
export async function lastEnding(store: Store): Promise<number> {
  return Number(await store.get(LAST))
}

/** Whether the sign-ins of a user were ended after another end. */
export async function wereEndedSince(last: number, userId: string, store: Store): Promise<boolean> {
  const mark = Number(await store.get(await markOf(userId)))
  if (mark === 0) return false
  // Where the number expired and began anew, nothing says which end came first.
  return mark > last || Number(await store.get(LAST)) < last
}
