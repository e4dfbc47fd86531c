import type { AdapterPassword } from '../../../adapters/contract.js'
import { randomToken } from '../crypto/random.js'
import type { GuardedAdapter } from './guarded-adapter.js'

/*
 * A password that is stored while its session may be ended at the same time is written in two steps: first a row without its hash, and then, once the
 * session was read again, the hash in its place. An end of the session either comes before the first step and is seen, or deletes the row and the second
 * step fails. A process that dies in between leaves a row that counts as none.
 */

/** In place of the hash. No PHC string, and no hash of another library, is this. */
const UNCONFIRMED = 'unconfirmed'

/** An adapter for which a row without a hash is no password: it is not returned, and another password takes its place. */
export function hidingUnconfirmed(adapter: GuardedAdapter): GuardedAdapter {
  return {
    ...adapter,
    async getPassword(key) {
      const stored = await adapter.getPassword(key)
      return stored?.hash === UNCONFIRMED ? null : stored
    },
    async setPasswordIf(password, expected) {
      if (await adapter.setPasswordIf(password, expected)) return true
      if (expected !== null) return false
      const { userId, tenant } = password
      const stored = await adapter.getPassword({ userId, tenant })
      return stored?.hash === UNCONFIRMED && (await adapter.setPasswordIf(password, stored.epoch))
    },
  }
}

/**
 * Stores a password of a user who has none, if `isAllowed` still holds once it can no longer change unnoticed. What makes it false must delete the
 * passwords of the user afterwards.
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
