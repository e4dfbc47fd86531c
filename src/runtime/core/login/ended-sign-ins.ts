import type { Store } from '../../../stores/contract.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import { shortHash } from '../crypto/short-hash.js'
import { KNOWN_BROWSER_SECONDS } from '../limits/known-browser-lifetime.js'
import type { App } from '../object-lifetimes.js'

/*
 * A sign-in with a password reads the hash, and then takes a while to check it. Another request may end all
 * sessions of the user during this time, for example because the password was changed. The sign-in must then
 * fail, because its session would start after the other sessions were ended.
 *
 * The clocks of servers differ, so all users share a counter. Ending the sign-ins of a user increments the
 * counter, and stores the new number for this user. A sign-in reads the counter when it begins. If a higher
 * number is stored for its user later, the sign-in is refused.
 *
 * A browser stays known for an account until the sign-ins of the user are ended, because an attacker may have
 * made one of them. Tenants that share an adapter share its users, the counter and the numbers.
 */

export const MAX_LOGIN_SECONDS = 60 * 60

/** At least as long as a browser is known. */
const NUMBER_TTL_SECONDS = KNOWN_BROWSER_SECONDS + SERVER_CLOCK_TOLERANCE_SECONDS

const COUNTER_TTL_SECONDS = 2 * NUMBER_TTL_SECONDS

const COUNTER_KEY = 'ended-sign-ins:last'

export async function endingName(userId: string): Promise<string> {
  return shortHash(String(userId))
}

function keyOf(name: string): string {
  return `ended-sign-ins:${name}`
}

/**
 * Ends the earlier sign-ins of the user. Those in progress fail, and browsers are not known any more. Call it
 * after the password was changed, and before the user's sessions are ended. Call it even if this
 * configuration has no passwords, because another configuration may use the same database.
 *
 * @returns The new number of the counter. Sign-ins of this user that read a lower number are ended.
 */
export async function endSignIns(userId: string, { commonStore }: Pick<App, 'commonStore'>): Promise<number> {
  const key = keyOf(await endingName(userId))
  const number = await nextNumber(commonStore)
  await commonStore.set(key, number, NUMBER_TTL_SECONDS)
  return Number(number)
}

async function nextNumber(store: Store): Promise<string> {
  for (;;) {
    const last = await store.get(COUNTER_KEY)
    const next = String(Number(last) + 1)
    if (await store.compareAndSet(COUNTER_KEY, last, next, COUNTER_TTL_SECONDS)) return next
  }
}

/** Returns the current number of the counter. Call it before reading a password. */
export async function lastEnding(store: Store): Promise<number> {
  return Number(await store.get(COUNTER_KEY))
}

export async function wereEndedSince(last: number, userId: string, store: Store): Promise<boolean> {
  return wereEndedByName(last, await endingName(userId), store)
}

export async function wereEndedByName(last: number, name: string, store: Store): Promise<boolean> {
  const [number, current] = await Promise.all([store.get(keyOf(name)), store.get(COUNTER_KEY)])
  // A counter below `last` means that the store was emptied, or the counter has expired. The number of the
  // user may be missing then, so the sign-ins count as ended.
  return Number(number) > last || Number(current) < last
}
