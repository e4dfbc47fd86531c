import type { CompleteAdapter } from '../complete-adapter.js'
import type { RecordStore } from './record-store.js'
import { passwordFromRow } from './rows.js'

type Methods = 'getPassword' | 'setPasswordIf' | 'deletePasswordIf'

/**
 * A case-insensitive collation may treat the ids of two users as equal. So updates and deletions also compare the epoch,
 * a random value that is different for each user.
 */
export function passwordMethods(store: RecordStore): Pick<CompleteAdapter, Methods> {
  return {
    async getPassword({ userId, tenant }) {
      const [row] = await store.find('passwords', { userId, tenant })
      return row ? passwordFromRow(row) : null
    },
    async setPasswordIf({ userId, tenant, hash, epoch, changedAt }, expected) {
      if (expected !== null) {
        return store.updateIf('passwords', { hash, epoch, changedAt }, { userId, tenant, epoch: expected })
      }
      const read = async () => (await store.find('passwords', { userId, tenant }))[0]
      // In PostgreSQL, a failed insert would abort the transaction of the caller, so the password is read first.
      const stored = await read()
      if (stored) return stored['epoch'] === epoch
      try {
        await store.insert('passwords', { userId, tenant, hash, epoch, changedAt })
        return true
      } catch (error) {
        // Another call may have stored a password, or the response of this insert was lost.
        const row = await read().catch(() => undefined)
        if (row) return row['epoch'] === epoch
        throw error
      }
    },
    async deletePasswordIf({ userId, tenant }, expected) {
      return (await store.remove('passwords', { userId, tenant, epoch: expected })) !== undefined
    },
  }
}
