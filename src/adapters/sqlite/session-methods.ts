import type { CompleteAdapter } from '../complete-adapter.js'
import type { AdapterSession } from '../contract.js'
import { decode } from './column.js'
import { hashToken } from './hash-token.js'
import { insert, remove, update } from './statements.js'
import type { Store } from './store.js'
import type { Sweeper } from './sweeper.js'
import { fromRow, sessionTable } from './tables.js'
import type { UserCodec } from './user-row.js'

type Methods = 'createSession' | 'getSessionAndUser' | 'updateSession' | 'deleteSession'

/** The methods that read and write sessions. The database knows a session by the hash of its token. */
export function sessionMethods<Fields>(
  store: Store,
  codec: UserCodec<Fields>,
  sweeper: Sweeper,
): Pick<CompleteAdapter<Fields>, Methods> {
  return {
    async createSession(session) {
      const { sessionToken } = session
      const row = await sweeper.insert(
        insert(sessionTable, { ...session, sessionToken: await hashToken(sessionToken) }),
      )
      return { ...fromRow(sessionTable, row), sessionToken }
    },
    async getSessionAndUser(sessionToken) {
      const [row] = await store.rows({
        sql:
          'SELECT auth_users.*, expires AS "session.expires" FROM auth_sessions ' +
          'JOIN auth_users ON auth_users.id = auth_sessions.userId WHERE sessionToken = ?',
        args: [await hashToken(sessionToken)],
      })
      if (!row) return null
      const user = codec.fromRow(row)
      const expires = decode('date', row['session.expires']) as AdapterSession['expires']
      return { session: { sessionToken, userId: user.id, expires }, user }
    },
    async updateSession({ sessionToken, ...changes }) {
      const key = { sessionToken: await hashToken(sessionToken) }
      const [row] = await store.rows(update(sessionTable, changes, key))
      return row ? { ...fromRow(sessionTable, row), sessionToken } : null
    },
    async deleteSession(sessionToken) {
      const [row] = await store.rows(remove(sessionTable, { sessionToken: await hashToken(sessionToken) }))
      return row ? { ...fromRow(sessionTable, row), sessionToken } : null
    },
  }
}
