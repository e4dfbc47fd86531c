import type { Fields } from '../relational/record-store.js'
import { type Columns, requireType } from './column.js'
import type { SqlDialect, SqlStatement } from './dialect.js'

/** A table: its name and its columns. */
export interface Table {
  readonly name: string
  readonly columns: Columns
}

/** Writes statements in a dialect. */
export interface Statements<Value> {
  /** Inserts a row; fields that the table has no column for are left out. */
  insert(table: Table, fields: Fields): SqlStatement<Value>
  /** Changes the columns whose fields are not `undefined`. There must be one. */
  update(table: Table, fields: Fields, key: Fields): SqlStatement<Value>
  /** Reads the rows with this key. */
  select(table: Table, key: Fields): SqlStatement<Value>
  /** Reads the rows with this key, and their users. */
  selectOwned(table: Table, key: Fields, users: Table): SqlStatement<Value>
  /** Deletes the rows with this key and answers them. */
  remove(table: Table, key: Fields): SqlStatement<Value>
  /** Deletes the rows of a user, and answers a row for each. */
  removeOwned(table: Table, userId: string): SqlStatement<Value>
  /** Deletes some of the rows that have expired, and answers a row for each. `key` names the primary key. */
  removeExpired(table: Table, key: readonly string[], now: Date, limit: number): SqlStatement<Value>
}

/** The prefix of the columns of a table that was joined to the users. */
export const OWNED_PREFIX = 'owned.'

/** Makes the writer for a dialect. */
export function statements<Value>(dialect: SqlDialect<Value>): Statements<Value | null> {
  function encode({ columns }: Table, name: string, value: unknown): Value | null {
    if (value === undefined || value === null) return null
    const type = columns[name] ?? 'text'
    requireType(name, type, value)
    return dialect.encode(type, value)
  }

  function whereKey(table: Table, key: Fields, after = 0): SqlStatement<Value | null> {
    const names = Object.keys(key)
    const conditions = names.map(
      (name, index) => `${table.name}.${quote(name)} = ${dialect.placeholder(after + index + 1)}`,
    )
    return {
      sql: `WHERE ${conditions.join(' AND ')}`,
      args: names.map((name) => encode(table, name, key[name])),
    }
  }

  return {
    insert(table, fields) {
      const names = Object.keys(table.columns)
      const values = names.map((_, index) => dialect.placeholder(index + 1))
      return {
        sql: `INSERT INTO ${table.name} (${names.map(quote).join(', ')}) VALUES (${values.join(', ')}) RETURNING *`,
        args: names.map((name) => encode(table, name, fields[name])),
      }
    },
    update(table, fields, key) {
      const names = Object.keys(table.columns).filter((name) => fields[name] !== undefined && !(name in key))
      const where = whereKey(table, key, names.length)
      const changes = names.map((name, index) => `${quote(name)} = ${dialect.placeholder(index + 1)}`)
      return {
        sql: `UPDATE ${table.name} SET ${changes.join(', ')} ${where.sql} RETURNING *`,
        args: [...names.map((name) => encode(table, name, fields[name])), ...where.args],
      }
    },
    select(table, key) {
      const where = whereKey(table, key)
      return { sql: `SELECT * FROM ${table.name} ${where.sql}`, args: where.args }
    },
    selectOwned(table, key, users) {
      const where = whereKey(table, key)
      const owned = Object.keys(table.columns).map(
        (name) => `${table.name}.${quote(name)} AS ${quote(OWNED_PREFIX + name)}`,
      )
      return {
        sql:
          `SELECT ${users.name}.*, ${owned.join(', ')} FROM ${table.name} ` +
          `JOIN ${users.name} ON ${users.name}.${quote('id')} = ${table.name}.${quote('userId')} ${where.sql}`,
        args: where.args,
      }
    },
    remove(table, key) {
      const where = whereKey(table, key)
      return { sql: `DELETE FROM ${table.name} ${where.sql} RETURNING *`, args: where.args }
    },
    removeOwned(table, userId) {
      const where = whereKey(table, { userId })
      return { sql: `DELETE FROM ${table.name} ${where.sql} RETURNING 1`, args: where.args }
    },
    removeExpired(table, key, now, limit) {
      const names = key.map(quote).join(', ')
      return {
        sql:
          `DELETE FROM ${table.name} WHERE (${names}) IN (SELECT ${names} FROM ${table.name} ` +
          `WHERE ${quote('expires')} <= ${dialect.placeholder(1)} LIMIT ${limit}) RETURNING ${quote('expires')}`,
        args: [encode(table, 'expires', now)],
      }
    },
  }
}

/** A name as SQL writes it. Every name is checked to hold letters, digits, underscores and dots alone. */
export function quote(name: string): string {
  return `"${name}"`
}
