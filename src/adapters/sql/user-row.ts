import { AdapterError } from '../../errors.js'
import type { Fields } from '../relational/record-store.js'
import type { Columns } from './column.js'
import { coreUserColumns, type DeclaredColumns } from './user-columns.js'

export interface UserCodec {
  readonly columns: Columns
  forInsert(user: Fields): Fields
  /** `null` sets a field to its default. */
  forUpdate(user: Fields): Fields
  fromStored(user: Fields): Fields
}

export function userCodec({ adapter, columns: declared }: DeclaredColumns): UserCodec {
  const columns: Record<string, Columns[string]> = { ...coreUserColumns }
  for (const [name, { type }] of declared) columns[name] = type

  function withDefaults(user: Fields, isAbsent: (value: unknown) => boolean): Fields {
    const fields: Record<string, unknown> = { ...user }
    for (const [name, options] of declared) {
      if (isAbsent(fields[name])) fields[name] = options.default ?? null
      if (isAllowed(options.values, fields[name])) continue
      throw new AdapterError(
        `"${name}" of a user cannot be stored: it is not one of ${list(options.values)}. ` +
          `Change what profile() returns, or add the value to user.${name}.values of ${adapter}().`,
      )
    }
    return fields
  }

  return {
    columns,
    forInsert(user) {
      return withDefaults(user, (value) => value === undefined || value === null)
    },
    forUpdate(user) {
      return withDefaults(user, (value) => value === null)
    },
    fromStored(stored) {
      const user: Record<string, unknown> = { ...stored }
      for (const [name, options] of declared) {
        user[name] ??= structuredClone(options.default) ?? null
        if (isAllowed(options.values, user[name])) continue
        throw new AdapterError(
          `The column "${name}" of auth_users contains a value that is not one of ${list(options.values)}. ` +
            `Add it to user.${name}.values of ${adapter}(), or change it in the database.`,
        )
      }
      return user
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
