import type { CompleteAdapter } from '../complete-adapter.js'
import type { RecordStore } from './record-store.js'
import { verificationTokenFromRow } from './rows.js'
import type { Sweep } from './sweeper.js'

type Methods = 'createVerificationToken' | 'useVerificationToken'

export function verificationTokenMethods(store: RecordStore, sweep: Sweep): Pick<CompleteAdapter, Methods> {
  return {
    async createVerificationToken(token) {
      const row = await store.insert('verificationTokens', { ...token })
      sweep('verificationTokens', token.expires)
      return verificationTokenFromRow(row)
    },
    async useVerificationToken({ identifier, token }) {
      const row = await store.remove('verificationTokens', { identifier, token })
      return row ? verificationTokenFromRow(row) : null
    },
  }
}
