import type { AdapterSessionInfo } from '../contract.js'
import type { SessionManagement } from '../session-management.js'
import type { Fields, RecordStore } from './record-store.js'
import { sessionFromRow } from './rows.js'

/** The methods that list and revoke sessions. The id of a session is the hash of its token. */
export function sessionManagement(store: RecordStore): SessionManagement {
  return {
    async listSessionsByUserId(userId) {
      return (await store.find('sessions', { userId })).map(infoOf)
    },
    async deleteSessionById(id) {
      const row = await store.remove('sessions', { sessionToken: id })
      return row ? infoOf(row) : null
    },
    async deleteSessionsByUserId(userId) {
      return store.removeOwned('sessions', userId)
    },
  }
}

function infoOf(row: Fields): AdapterSessionInfo {
  const { sessionToken: id, ...rest } = sessionFromRow(row, String(row['sessionToken']))
  return { id, ...rest }
}
