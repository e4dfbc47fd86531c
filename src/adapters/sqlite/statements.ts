import type { SqliteStatement, SqliteValue } from './client.js'
import { type Columns, encode } from './column.js'

/** A table: its name and its columns. */
export interface Table {
  readonly name: string
  readonly columns: Columns
}

type Fields = Readonly<Record<string, unknown>>

/** Inserts a row; fields that the table has no column for are left out. */
export function insert(table: Table, fields: Fields): SqliteStatement {
  const columns = Object.entries(table.columns)
  return {
    sql:
      `INSERT INTO ${table.name} (${columns.map(([name]) => quote(name)).join(', ')}) ` +
      `VALUES (${columns.map(() => '?').join(', ')}) RETURNING *`,
    args: columns.map(([name, type]) => encode(name, type, fields[name])),
  }
}

/** Changes the columns whose fields are not `undefined`, or nothing if there are none. */
export function update(table: Table, fields: Fields, key: Fields): SqliteStatement {
  const changed = Object.entries(table.columns).filter(
    ([name]) => fields[name] !== undefined && !(name in key),
  )
  const where = whereKey(table, key)
  if (changed.length === 0) return { sql: `SELECT * FROM ${table.name} ${where.sql}`, args: where.args }
  return {
    sql:
      `UPDATE ${table.name} SET ${changed.map(([name]) => `${quote(name)} = ?`).join(', ')} ` +
      `${where.sql} RETURNING *`,
    args: [...changed.map(([name, type]) => encode(name, type, fields[name])), ...where.args],
  }
}

/** Reads the rows with this key. */
export function select(table: Table, key: Fields): SqliteStatement {
  const where = whereKey(table, key)
  return { sql: `SELECT * FROM ${table.name} ${where.sql}`, args: where.args }
}

/** Deletes the rows with this key and answers them. */
export function remove(table: Table, key: Fields): SqliteStatement {
  const where = whereKey(table, key)
  return { sql: `DELETE FROM ${table.name} ${where.sql} RETURNING *`, args: where.args }
}

// NULL equals nothing in SQL, so a key with an `undefined` in it finds no row.
function whereKey(table: Table, key: Fields): { sql: string; args: SqliteValue[] } {
  const names = Object.keys(key)
  return {
    sql: `WHERE ${names.map((name) => `${quote(name)} = ?`).join(' AND ')}`,
    args: names.map((name) => encode(name, table.columns[name] ?? 'text', key[name])),
  }
}

/** A name as SQL writes it. Every name is checked to hold letters, digits and underscores alone. */
export function quote(name: string): string {
  return `"${name}"`
}
