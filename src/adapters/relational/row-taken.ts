import { refusals } from '../rejected-row-messages.js'
import type { TableName } from './record-store.js'

export const rowTaken: Readonly<Record<TableName, string>> = {
  users: refusals.idTaken,
  accounts: refusals.accountTaken,
  sessions: refusals.sessionTaken,
  verificationTokens: refusals.tokenTaken,
  authenticators: refusals.authenticatorTaken,
  passwords: refusals.passwordTaken,
}
