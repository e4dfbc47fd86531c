import type { ColumnType } from './column.js'

/** A statement with its values in the order of its placeholders. */
export interface SqlStatement<Value> {
  sql: string
  args: Value[]
  /** Whether it comes again and again with the same text, so that a database gains by planning it once. */
  repeats?: boolean
  /** The names of the columns of its rows, in their order, where they are known: a driver may then give lists of values. */
  columns?: readonly string[]
}

/** A row by the names of its columns. */
export interface SqlRow {
  readonly [column: string]: unknown
}

/** What databases differ in. `Value` is what their drivers take. */
export interface SqlDialect<Value> {
  /** What stands for the value at this position, which is counted from 1. */
  placeholder(position: number): string
  /** What the driver is given for a value of this type. It is of the type, and not `null`. */
  encode(type: ColumnType, value: unknown): Value
  /** The value that was encoded, or `undefined` where the driver gave none of this type. It is not `null`. */
  decode(type: ColumnType, value: unknown): unknown
  /** The earlier of a date that a placeholder stands for and the database's own time. Absent where both have one clock. */
  notAfterNow?(placeholder: string): string
  /** How a column is compared with many values that go as one. Absent where a driver takes no such value. */
  readonly oneOf?: OneOf<Value>
}

/** How a column is compared with many values. */
export interface OneOf<Value> {
  /** What follows the name of the column. The value at this position is that of `encode`. */
  condition(position: number): string
  /** What the driver is given for values that are encoded, or `null`. */
  encode(values: readonly (Value | null)[]): Value
}

/** A database that has the tables. */
export interface SqlStore<Value> {
  /** The rows that a statement returns. */
  rows(statement: SqlStatement<Value>): Promise<readonly SqlRow[]>
  /**
   * The rows of each statement, all of them in one transaction. Absent where a database always enforces foreign keys: what refers to a row goes
   * with it, by one statement.
   */
  batch?(statements: SqlStatement<Value>[]): Promise<readonly (readonly SqlRow[])[]>
  /** Runs work in one transaction, on a separate store. Absent where statements come together or not at all. */
  transaction?<Result>(work: (inside: SqlStore<Value>) => Promise<Result>): Promise<Result>
}
