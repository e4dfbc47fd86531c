import type { Fields } from '../relational/record-store.js'
import { type Columns, requireType } from './column.js'
import type { SqlDialect, SqlStatement } from './dialect.js'

export interface Table {
  readonly name: string
  readonly columns: Columns
}

export interface Statements<Value> {
  /** Fields without a column are left out. */
  insert(table: Table, fields: Fields): SqlStatement<Value>
  /** Updates the columns whose fields are not `undefined`. There must be at least one such field. */
  update(table: Table, fields: Fields, key: Fields): SqlStatement<Value>
  select(table: Table, key: Fields): SqlStatement<Value>
  selectAfter(table: Table, after: string | undefined, limit: number): SqlStatement<Value>
  /**
   * Returns a function that creates statements. A statement reads a row with its user, by the values of the columns in
   * `key`.
   */
  ownedReader(table: Table, key: readonly string[], users: Table): (values: Fields) => SqlStatement<Value>
  ownedReaderOfMany(
    table: Table,
    column: string,
    users: Table,
  ): ((values: readonly unknown[]) => SqlStatement<Value>) | undefined
  remove(table: Table, key: Fields): SqlStatement<Value>
  /** Deletes the rows of a user, and returns a row for each. */
  removeOwned(table: Table, userId: string): SqlStatement<Value>
  /** Deletes at most `limit` expired rows and returns a row for each. `key` lists the columns of the primary key. */
  removeExpired(table: Table, key: readonly string[], now: Date, limit: number): SqlStatement<Value>
}

/** The prefix of the account or session columns in a join with the user. */
export const OWNED_PREFIX = 'owned.'

export function statements<Value>(dialect: SqlDialect<Value>): Statements<Value | null> {
  function encode({ columns }: Table, name: string, value: unknown): Value | null {
    if (value === undefined || value === null) return null
    const type = columns[name] ?? 'text'
    requireType(name, type, value)
    return dialect.encode(type, value)
  }

  /** `offset` is the number of placeholders before the clause. */
  function whereColumns(table: Table, names: readonly string[], offset = 0): string {
    const conditions = names.map(
      (name, index) => `${table.name}.${quote(name)} = ${dialect.placeholder(offset + index + 1)}`,
    )
    return `WHERE ${conditions.join(' AND ')}`
  }

  function whereKey(table: Table, key: Fields, offset = 0): SqlStatement<Value | null> {
    const names = Object.keys(key)
    return {
      sql: whereColumns(table, names, offset),
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
      const names = Object.keys(table.columns).filter((name) => fields[name] !== undefined)
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
    selectAfter(table, after, limit) {
      const id = `${table.name}.${quote('id')}`
      const condition = after === undefined ? '' : ` WHERE ${id} > ${dialect.placeholder(1)}`
      return {
        sql: `SELECT * FROM ${table.name}${condition} ORDER BY ${id} LIMIT ${limit}`,
        args: after === undefined ? [] : [encode(table, 'id', after)],
      }
    },
    ownedReader(table, key, users) {
      const { select, columns } = selectOwned(table, users)
      const sql = `${select} ${whereColumns(table, key)}`
      return (values) => ({ sql, args: key.map((name) => encode(table, name, values[name])), columns })
    },
    ownedReaderOfMany(table, column, users) {
      const { oneOf } = dialect
      if (!oneOf) return undefined
      const { select, columns } = selectOwned(table, users)
      const sql = `${select} WHERE ${table.name}.${quote(column)} ${oneOf.condition(1)}`
      return (values) => ({
        sql,
        args: [oneOf.encode(values.map((value) => encode(table, column, value)))],
        columns,
      })
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
      const placeholder = dialect.placeholder(1)
      // If the clock of a process is ahead, the process must not delete rows that are still valid for other
      // processes.
      const end = dialect.notAfterNow?.(placeholder) ?? placeholder
      return {
        sql:
          `DELETE FROM ${table.name} WHERE (${names}) IN (SELECT ${names} FROM ${table.name} ` +
          `WHERE ${quote('expires')} <= ${end} ORDER BY ${quote('expires')} LIMIT ${limit}${dialect.skipLocked ?? ''}) ` +
          `RETURNING ${quote('expires')}`,
        args: [encode(table, 'expires', now)],
      }
    },
  }
}

/**
 * The start of a query for rows with their users. Columns are listed by name, because the result of a prepared statement
 * must not change when columns are added later.
 */
function selectOwned(table: Table, users: Table): { select: string; columns: readonly string[] } {
  const userColumns = Object.keys(users.columns)
  const ownedColumns = Object.keys(table.columns)
  const selected = [
    ...userColumns.map((name) => `${users.name}.${quote(name)}`),
    ...ownedColumns.map((name) => `${table.name}.${quote(name)} AS ${quote(OWNED_PREFIX + name)}`),
  ]
  return {
    select: [
      `SELECT ${selected.join(', ')} FROM ${table.name}`,
      `JOIN ${users.name} ON ${users.name}.${quote('id')} = ${table.name}.${quote('userId')}`,
    ].join(' '),
    columns: [...userColumns, ...ownedColumns.map((name) => OWNED_PREFIX + name)],
  }
}

/** `name` must consist of letters, digits, underscores and dots. */
export function quote(name: string): string {
  return `"${name}"`
}

export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
