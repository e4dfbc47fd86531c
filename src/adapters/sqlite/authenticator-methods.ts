import { AdapterError } from '../../errors.js'
import type { CompleteAdapter } from '../complete-adapter.js'
import { refusals } from '../refusals.js'
import { insert, select, update } from './statements.js'
import type { Store } from './store.js'
import { authenticatorTable, fromRow } from './tables.js'

type Methods =
  | 'createAuthenticator'
  | 'getAuthenticator'
  | 'listAuthenticatorsByUserId'
  | 'updateAuthenticatorCounter'

/** The methods that read and write authenticators. */
export function authenticatorMethods(store: Store): Pick<CompleteAdapter, Methods> {
  return {
    async createAuthenticator(authenticator) {
      const [row] = await store.rows(insert(authenticatorTable, { ...authenticator }))
      return fromRow(authenticatorTable, row ?? {})
    },
    async getAuthenticator(credentialID) {
      const [row] = await store.rows(select(authenticatorTable, { credentialID }))
      return row ? fromRow(authenticatorTable, row) : null
    },
    async listAuthenticatorsByUserId(userId) {
      const rows = await store.rows(select(authenticatorTable, { userId }))
      return rows.map((row) => fromRow(authenticatorTable, row))
    },
    async updateAuthenticatorCounter(credentialID, counter) {
      const [row] = await store.rows(update(authenticatorTable, { counter }, { credentialID }))
      if (!row) throw new AdapterError(refusals.noAuthenticator)
      return fromRow(authenticatorTable, row)
    },
  }
}
