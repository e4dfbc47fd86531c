import { sha256 } from '#sha256'
import type { Store } from '../../../stores/contract.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import type { App } from '../lifetimes.js'

/*
 * A sign-in with a password reads its hash, and takes a while to derive a key. During that time, all
 * sessions of the user may be ended, because the password was changed or the owner of the e-mail address
 * proved it. Then the sign-in must fail, because its session would start afterwards.
 *
 * Clocks are not compared. Each such end gets the next number of a counter that all users share, and stores
 * it as a mark of its user. If a sign-in finds a higher number than the counter had at its start, it may
 * have read a removed password.
 *
 * A browser stays known for an account until the user's sign-ins are ended in the same way, because an
 * attacker may have made one of them.
 *
 * Tenants that share an adapter share its users, so they also share the marks.
 */

/** Seconds within which a pending login must be finished. */
export const MAX_LOGIN_SECONDS = 60 * 60

/** Seconds for which a browser is known after a sign-in: half a year. No login takes longer. */
export const KNOWN_BROWSER_SECONDS = 180 * 86_400

/** Seconds for which a mark is stored. */
const MARK_TTL_SECONDS = KNOWN_BROWSER_SECONDS + SERVER_CLOCK_TOLERANCE_SECONDS

/** The counter is stored longer than any mark. */
const LAST_TTL_SECONDS = 2 * MARK_TTL_SECONDS

const LAST = 'ended-sign-ins:last'

/** Length of the hash that identifies a user, in characters: 128 bits. */
const NAME_LENGTH = 32

/** The hash that identifies a user in the store. */
export async function endingName(userId: string): Promise<string> {
  return (await sha256(String(userId))).slice(0, NAME_LENGTH)
}

function keyOf(name: string): string {
  return `ended-sign-ins:${name}`
}

/**
 * Ends the sign-ins of a user that have already begun. Call it after the password was changed, and before
 * the user's sessions are ended. It does not check the providers of this configuration, because another
 * configuration on the same database may have passwords.
 *
 * @returns The new number of the counter. Sign-ins that began before are ended.
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

/** The current number of the counter, for `wereEndedSince`. Call it before reading a password. */
export async function lastEnding(store: Store): Promise<number> {
  return Number(await store.get(LAST))
}

/** Whether the sign-ins of a user were ended after the counter had this number. */
export async function wereEndedSince(last: number, userId: string, store: Store): Promise<boolean> {
  return wereEndedByName(last, await endingName(userId), store)
}

/** The same for a user identified by `endingName`. */
export async function wereEndedByName(last: number, name: string, store: Store): Promise<boolean> {
  const [mark, now] = await Promise.all([store.get(keyOf(name)), store.get(LAST)])
  // If the counter is lower than before, the store was emptied, and the order is unknown.
  return Number(mark) > last || Number(now) < last
}
