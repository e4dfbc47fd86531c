import { AdapterError } from '../../errors.js'
import { WHILE_DOWN, WHILE_READ_ONLY } from '../outage-effects.js'
import { refusals } from '../rejected-row-messages.js'

const resultCodes = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  19: 'SQLITE_CONSTRAINT',
  26: 'SQLITE_NOTADB',
} as const

/** @see https://www.sqlite.org/rescode.html */
export type ResultCode = (typeof resultCodes)[keyof typeof resultCodes]

export function resultCode(error: unknown): ResultCode | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { errcode, rawCode, code, message } = error as Readonly<Record<string, unknown>>
  const number = typeof errcode === 'number' ? errcode : rawCode
  // The primary code is the lowest byte of an extended code.
  if (typeof number === 'number') return resultCodes[(number & 0xff) as keyof typeof resultCodes]
  // D1 has the code only in the message: "D1_ERROR: UNIQUE constraint failed: auth_users.email:
  // SQLITE_CONSTRAINT".
  const name = typeof code === 'string' && code.startsWith('SQLITE_') ? code : d1Code(message)
  return Object.values(resultCodes).find((primary) => name?.startsWith(primary))
}

function d1Code(message: unknown): string | undefined {
  if (typeof message !== 'string' || !message.startsWith('D1_')) return undefined
  return /SQLITE_[A-Z]+/.exec(message)?.[0]
}

/** @param place - The subject of the message: `The database file "…"` or `The database`. */
export function explain(error: unknown, place: string, sql = ''): AdapterError {
  if (error instanceof AdapterError) return error
  const cause = error instanceof Error ? error : new Error(String(error))
  return new AdapterError(sentence(cause, place, sql), { cause })
}

function sentence(error: Error, place: string, sql: string): string {
  switch (resultCode(error)) {
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return `${place} is locked by another connection. Try again, and keep transactions of other programs short. ${WHILE_READ_ONLY}`
    case 'SQLITE_READONLY':
      return `${place} cannot be written. Let this process write to the file and to its folder, where SQLite keeps its journal. ${WHILE_READ_ONLY}`
    case 'SQLITE_CANTOPEN':
      return `${place} cannot be opened. Create its folder, and let this process write to it. ${WHILE_DOWN}`
    case 'SQLITE_FULL':
      return `${place} cannot be written: the disk is full. Free some space; no restart is needed. ${WHILE_READ_ONLY}`
    case 'SQLITE_IOERR':
      return `${place} cannot be read or written: the disk fails, or is full. ${WHILE_DOWN} The message of SQLite: ${error.message}`
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return `${place} is not an SQLite database, or is damaged. Use another file, or restore it from a backup. ${WHILE_DOWN}`
    case 'SQLITE_CONSTRAINT':
      return constraint(error.message, sql) ?? `${place} refused a row: ${error.message}`
    case undefined:
      return `${place}: ${error.message}`
  }
}

const constraints: readonly (readonly [failed: string, sentence: string])[] = [
  ['UNIQUE constraint failed: auth_users.email', refusals.emailTaken],
  ['UNIQUE constraint failed: auth_users.id', refusals.idTaken],
  ['UNIQUE constraint failed: auth_accounts.', refusals.accountTaken],
  ['UNIQUE constraint failed: auth_sessions.', refusals.sessionTaken],
  ['UNIQUE constraint failed: auth_verification_tokens.', refusals.tokenTaken],
  ['UNIQUE constraint failed: auth_authenticators.', refusals.authenticatorTaken],
  ['UNIQUE constraint failed: auth_passwords.', refusals.passwordTaken],
]

function constraint(message: string, sql: string): string | undefined {
  if (message.includes('FOREIGN KEY constraint failed')) {
    return sql.startsWith('DELETE') ? refusals.stillReferenced : refusals.noUser
  }
  // The name of an application's column may begin with the name of another column.
  const isMatch = (failed: string): boolean => new RegExp(`${failed.replaceAll('.', '\\.')}\\b`).test(message)
  return constraints.find(([failed]) => isMatch(failed))?.[1]
}
