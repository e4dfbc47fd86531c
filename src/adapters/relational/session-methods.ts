import type { CompleteAdapter } from '../complete-adapter.js'
import type { AdapterUser } from '../contract.js'
import type { RecordStore } from './record-store.js'
import { sessionFromRow } from './rows.js'
import type { TokenForm } from './session-token.js'
import type { Sweep } from './sweeper.js'

type Methods = 'createSession' | 'getSessionAndUser' | 'updateSession' | 'deleteSession'

export function sessionMethods<Own>(
  store: RecordStore,
  stored: TokenForm,
  sweep: Sweep,
): Pick<CompleteAdapter<Own>, Methods> {
  return {
    async createSession(session) {
      const { sessionToken } = session
      const row = await store.insert('sessions', { ...session, sessionToken: await stored(sessionToken) })
      sweep('sessions', session.expires)
      return sessionFromRow(row, sessionToken)
    },
    async getSessionAndUser(sessionToken) {
      const found = await store.sessionWithUser({ sessionToken: await stored(sessionToken) })
      // The cast is correct, because `Own` is the row type of the table of users.
      return found
        ? {
            session: sessionFromRow(found.row, sessionToken),
            user: found.user as unknown as AdapterUser & Own,
          }
        : null
    },
    async updateSession({ sessionToken, ...changes }) {
      const row = await store.update('sessions', changes, { sessionToken: await stored(sessionToken) })
      return row ? sessionFromRow(row, sessionToken) : null
    },
    async deleteSession(sessionToken) {
      const row = await store.remove('sessions', { sessionToken: await stored(sessionToken) })
      return row ? sessionFromRow(row, sessionToken) : null
    },
  }
}
