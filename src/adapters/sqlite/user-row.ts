import { AdapterError } from '../../errors.js'
import type { AdapterUser } from '../contract.js'
import type { SqliteRow } from './client.js'
import { type Columns, decode } from './column.js'
import { coreUserColumns, type DeclaredColumns } from './user-columns.js'

/** Takes users to rows and back, with the columns that the application declared. */
export interface UserCodec<Fields> {
  readonly columns: Columns
  /**
   * What is stored for a user who is created.
   *
   * @throws {AdapterError} If a field has a value that its column does not allow.
   */
  forInsert(user: Partial<AdapterUser>): Fieldset
  /**
   * What is stored for the fields of a user that change; `null` puts a field back to its default.
   *
   * @throws {AdapterError} If a field has a value that its column does not allow.
   */
  forUpdate(user: Partial<AdapterUser>): Fieldset
  /** @throws {AdapterError} If a column holds a value that it does not allow any more. */
  fromRow(row: SqliteRow): AdapterUser & Fields
}

/** Fields by name; `undefined` is none. */
export type Fieldset = Readonly<Record<string, unknown>>

/** Makes the codec for the declared columns. */
export function userCodec<Fields>(declared: DeclaredColumns): UserCodec<Fields> {
  const columns: Record<string, Columns[string]> = { ...coreUserColumns }
  for (const [name, { type }] of declared) columns[name] = type

  function completed(user: Partial<AdapterUser>, isAbsent: (value: unknown) => boolean): Fieldset {
    const fields: Record<string, unknown> = { ...user }
    for (const [name, options] of declared) {
      if (isAbsent(fields[name])) fields[name] = options.default ?? null
      if (isAllowed(options.values, fields[name])) continue
      throw new AdapterError(
        `"${name}" of a user cannot be stored: it is not one of ${list(options.values)}. ` +
          `Change what profile() returns, or add the value to user.${name}.values of sqlite().`,
      )
    }
    return fields
  }

  return {
    columns,
    forInsert(user) {
      return completed(user, (value) => value === undefined || value === null)
    },
    forUpdate(user) {
      return completed(user, (value) => value === null)
    },
    fromRow(row) {
      const user: Record<string, unknown> = {}
      for (const [name, type] of Object.entries(columns)) user[name] = decode(type, row[name])
      for (const [name, options] of declared) {
        user[name] ??= structuredClone(options.default) ?? null
        if (isAllowed(options.values, user[name])) continue
        throw new AdapterError(
          `The column "${name}" of auth_users holds a value that is not one of ${list(options.values)}. ` +
            `Add it to user.${name}.values of sqlite(), or change it in the database.`,
        )
      }
      // Every column is decoded as the type it was declared with, and checked against its values.
      return user as unknown as AdapterUser & Fields
    },
  }
}

function isAllowed(values: readonly string[] | undefined, value: unknown): boolean {
  if (values === undefined || value === undefined || value === null) return true
  return typeof value === 'string' && values.includes(value)
}

function list(values: readonly string[] | undefined): string {
  return (values ?? []).map((value) => `"${value}"`).join(', ')
}
