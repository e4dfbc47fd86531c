import { refusals } from '../refusals.js'
import type { TableName } from './record-store.js'

/** The reasons why a row with an existing key is not stored. */
export const rowTaken: Readonly<Record<TableName, string>> = {
  users: refusals.idTaken,
  accounts: refusals.accountTaken,
  sessions: refusals.sessionTaken,
  verificationTokens: refusals.tokenTaken,
  authenticators: refusals.authenticatorTaken,
  passwords: refusals.passwordTaken,
}
