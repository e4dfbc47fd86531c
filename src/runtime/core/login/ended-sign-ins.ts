import { sha256 } from '#sha256'
import type { Store } from '../../../stores/contract.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import type { App } from '../lifetimes.js'

/*
 * A sign-in with a password reads its hash, and derives a key for a while. Where all sessions of the user end meanwhile, because the owner of the address
 * has proven it or the password was changed, its session must not begin: it would start after those that were ended. No clocks are compared: each such
 * end has a number, the next of one that all users share, and leaves it as a mark of its user. A sign-in that finds a mark with a higher number than
 * there was at its beginning may have read what was removed.
 *
 * A browser is known for an account in the same way: until the sign-ins of the user are ended, because one of them may have been an attacker's.
 *
 * Tenants that share an adapter share its users, so the marks are those of all tenants.
 */

/** Seconds within which a login that a feature keeps pending is finished. */
export const MAX_LOGIN_SECONDS = 60 * 60

/** Seconds for which a browser is known after a sign-in: half a year. No login takes longer. */
export const KNOWN_BROWSER_SECONDS = 180 * 86_400

/** Seconds for which a mark is stored. */
const MARK_TTL_SECONDS = KNOWN_BROWSER_SECONDS + SERVER_CLOCK_TOLERANCE_SECONDS

/** The number outlives each mark. */
const LAST_TTL_SECONDS = 2 * MARK_TTL_SECONDS

const LAST = 'ended-sign-ins:last'

/** Characters of a hash that distinguish users: 128 bits. */
const NAME_LENGTH = 32

/** Names a user where sign-ins are ended. */
export async function endingName(userId: string): Promise<string> {
  return (await sha256(String(userId))).slice(0, NAME_LENGTH)
}

function keyOf(name: string): string {
  return `ended-sign-ins:${name}`
}

/**
 * Ends the sign-ins of a user that have begun. Called once the password is changed, and before the sessions of the user end. It does not look at
 * the providers of this configuration: another one on the same database may have passwords.
 *
 * @returns The number of this end, for `wereEndedSince`.
 */
export async function endSignIns(userId: string, { commonStore }: Pick<App, 'commonStore'>): Promise<number> {
  const key = keyOf(await endingName(userId))
  const number = await nextNumber(commonStore)
  await commonStore.set(key, number, MARK_TTL_SECONDS)
  return Number(number)
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
  return wereEndedByName(last, await endingName(userId), store)
}

/** The same for a user as `endingName` names them. */
export async function wereEndedByName(last: number, name: string, store: Store): Promise<boolean> {
  const [mark, now] = await Promise.all([store.get(keyOf(name)), store.get(LAST)])
  // Where the number began anew, the store was emptied, or nothing says which end came first.
  return Number(mark) > last || Number(now) < last
}
