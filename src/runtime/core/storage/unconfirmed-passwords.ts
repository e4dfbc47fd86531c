import type { AdapterPassword } from '../../../adapters/contract.js'
import { randomToken } from '../crypto/random.js'
import { type GuardedAdapter, withMethods } from './guarded-adapter.js'

/*
 * Stores a password in two steps, because its session may be ended at the same time. First, a row without the
 * hash is written. Then the session is read again, and the hash is added. If the session ended before the
 * first step, reading it shows this. If it ends later, the code that ends it deletes the row, so the second
 * step fails. If a crash leaves a row between the two steps, the row counts as no password.
 */

/** Placeholder for the hash. It cannot be confused with a PHC string, or with a hash of another library. */
const UNCONFIRMED = 'unconfirmed'

/**
 * An adapter for which a row without a hash counts as no password: it does not return the row, and another
 * password replaces it.
 */
export function hidingUnconfirmed(adapter: GuardedAdapter): GuardedAdapter {
  return withMethods(adapter, (inner) => ({
    async getPassword(key) {
      const stored = await inner.getPassword(key)
      return stored?.hash === UNCONFIRMED ? null : stored
    },
    async setPasswordIf(password, expected) {
      if (await inner.setPasswordIf(password, expected)) return true
      if (expected !== null) return false
      const { userId, tenant } = password
      const stored = await inner.getPassword({ userId, tenant })
      return stored?.hash === UNCONFIRMED && (await inner.setPasswordIf(password, stored.epoch))
    },
  }))
}

/**
 * Stores a password for a user who has none, if `isAllowed` still returns `true` after the first step. Code
 * that makes `isAllowed` return `false` must delete the user's passwords afterwards.
 */
export async function setPasswordWhile(
  isAllowed: () => Promise<boolean>,
  password: AdapterPassword,
  adapter: GuardedAdapter,
): Promise<'stored' | 'taken' | 'refused'> {
  const unconfirmed = { ...password, hash: UNCONFIRMED, epoch: randomToken() }
  if (!(await adapter.setPasswordIf(unconfirmed, null))) return 'taken'
  if (await isAllowed()) {
    if (await adapter.setPasswordIf(password, unconfirmed.epoch)) return 'stored'
    // Another request has stored a password, or the row was deleted.
    return (await isAllowed()) ? 'taken' : 'refused'
  }
  await adapter.deletePasswordIf(unconfirmed, unconfirmed.epoch)
  return 'refused'
}
