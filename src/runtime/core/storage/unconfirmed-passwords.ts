import type { AdapterPassword } from '../../../adapters/contract.js'
import { randomToken } from '../crypto/random.js'
import { type GuardedAdapter, withMethods } from './guarded-adapter.js'

/*
 * A password is stored in two steps, because another request may end all sessions of the user and delete the
 * passwords at the same time. Step 1 writes a row without the hash. Step 2 checks the session again, and adds
 * the hash. If the session was ended after step 1, the row was deleted as well, so step 2 fails.
 */

/** Stored instead of a hash. Cannot be confused with a PHC string, or with a hash of another library. */
const UNCONFIRMED = 'unconfirmed'

/** Wraps an adapter so that a row without a hash counts as no password: another password may replace it. */
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
 * Stores the password of a user who has none, if `isAllowed` returns `true`. Code that makes `isAllowed`
 * return `false` must delete the user's passwords afterwards.
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
  const { userId, tenant, epoch } = unconfirmed
  await adapter.deletePasswordIf({ userId, tenant }, epoch)
  return 'refused'
}
