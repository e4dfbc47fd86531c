import { AdapterError } from '../../errors.js'
import type { CompleteAdapter } from '../complete-adapter.js'
import { refusals } from '../rejected-row-messages.js'
import type { RecordStore } from './record-store.js'
import { authenticatorFromRow } from './rows.js'

type Methods =
  | 'createAuthenticator'
  | 'getAuthenticator'
  | 'listAuthenticatorsByUserId'
  | 'updateAuthenticatorCounter'
  | 'updateAuthenticatorName'
  | 'deleteAuthenticator'

export function authenticatorMethods(store: RecordStore): Pick<CompleteAdapter, Methods> {
  return {
    async createAuthenticator(authenticator) {
      return authenticatorFromRow(await store.insert('authenticators', { ...authenticator }))
    },
    async getAuthenticator(credentialID) {
      const [row] = await store.find('authenticators', { credentialID })
      return row ? authenticatorFromRow(row) : null
    },
    async listAuthenticatorsByUserId(userId) {
      return (await store.find('authenticators', { userId })).map(authenticatorFromRow)
    },
    async updateAuthenticatorCounter(credentialID, counter) {
      const row = await store.update('authenticators', { counter }, { credentialID })
      if (!row) throw new AdapterError(refusals.noAuthenticator)
      return authenticatorFromRow(row)
    },
    async updateAuthenticatorName(credentialID, name) {
      const row = await store.update('authenticators', { name }, { credentialID })
      if (!row) throw new AdapterError(refusals.noAuthenticator)
      const renamed = authenticatorFromRow(row)
      if (renamed.name !== name) throw new AdapterError(refusals.noPasskeyName)
      return renamed
    },
    async deleteAuthenticator(credentialID) {
      const row = await store.remove('authenticators', { credentialID })
      return row ? authenticatorFromRow(row) : null
    },
  }
}
