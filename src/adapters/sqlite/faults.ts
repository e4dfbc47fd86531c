import { AdapterError } from '../../errors.js'
import { refusals } from '../refusals.js'

/** The result codes of SQLite that say what to do about it. */
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

/** The result code of a driver's error, if {@link explain} knows it. */
export function resultCode(error: unknown): ResultCode | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { errcode, rawCode, code, message } = error as Readonly<Record<string, unknown>>
  const number = typeof errcode === 'number' ? errcode : rawCode
  // The primary code is the lowest byte of an extended one.
  if (typeof number === 'number') return resultCodes[(number & 0xff) as keyof typeof resultCodes]
  // D1 has the code only in the message: "D1_ERROR: UNIQUE constraint failed: auth_users.email:
  // SQLITE_CONSTRAINT".
  const name = typeof code === 'string' && code.startsWith('SQLITE_') ? code : d1Code(message)
  return Object.values(resultCodes).find((known) => name?.startsWith(known))
}

function d1Code(message: unknown): string | undefined {
  if (typeof message !== 'string' || !message.startsWith('D1_')) return undefined
  return /SQLITE_[A-Z]+/.exec(message)?.[0]
}

/**
 * An error that says what to do, for one of a driver.
 *
 * @param place - The file, or `'the database'`.
 */
export function explain(error: unknown, place: string): AdapterError {
  if (error instanceof AdapterError) return error
  const cause = error instanceof Error ? error : new Error(String(error))
  return new AdapterError(sentence(cause, place), { cause })
}

/** The effect for users while the file cannot be used at all. */
const nothing = "Until then, reads of sessions of strategy 'database', sign-ins and sign-outs get 503."

/** The effect for users while the file can only be read. */
const reading = 'Until then, sessions are read and expire as stored; sign-ins and sign-outs get 503.'

function sentence(error: Error, place: string): string {
  switch (resultCode(error)) {
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return `${place} is locked by another connection. Try again, and keep transactions of other programs short. ${reading}`
    case 'SQLITE_READONLY':
      return `${place} cannot be written. Let this process write to the file and to its folder, where SQLite keeps its journal. ${reading}`
    case 'SQLITE_CANTOPEN':
      return `${place} cannot be opened. Create its folder, and let this process write to it. ${nothing}`
    case 'SQLITE_FULL':
      return `${place} cannot be written: the disk is full. Free some space; no restart is needed. ${reading}`
    case 'SQLITE_IOERR':
      return `${place} cannot be read or written: the disk fails, or is full. ${nothing} It says: ${error.message}`
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return `${place} is not an SQLite database, or is damaged. Name another file, or restore it from a backup. ${nothing}`
    case 'SQLITE_CONSTRAINT':
      return constraint(error.message) ?? `${place} refused a row: ${error.message}`
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
  ['FOREIGN KEY constraint failed', refusals.noUser],
]

function constraint(message: string): string | undefined {
  return constraints.find(([failed]) => message.includes(failed))?.[1]
}
