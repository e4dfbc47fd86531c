import type { ColumnType } from './column.js'

export interface SqlStatement<Value> {
  sql: string
  args: Value[]
  /** Whether the statement runs often, so that the database should prepare it. */
  repeats?: boolean
  /** The column names of the result in order, if known. With this list, a driver may return arrays of values. */
  columns?: readonly string[]
}

export interface SqlRow {
  readonly [column: string]: unknown
}

export interface SqlDialect<Value> {
  /** The placeholder for the value at this position, counted from 1. */
  placeholder(position: number): string
  /** The value has the column type and is not `null`. */
  encode(type: ColumnType, value: unknown): Value
  /**
   * Decodes a value that is not `null`. Returns `undefined` if the driver returned a value of another type.
   */
  decode(type: ColumnType, value: unknown): unknown
  /**
   * SQL for the earlier of two times: a date placeholder, and the current time of the database. Without this function,
   * the time of the process is used.
   */
  notAfterNow?(placeholder: string): string
  /** SQL that skips rows locked by another transaction. Absent if a database has no such locks. */
  readonly skipLocked?: string
  /** The comparison of a column with many values in one parameter. Absent if drivers do not support it. */
  readonly oneOf?: OneOf<Value>
}

export interface OneOf<Value> {
  /**
   * The condition after the column name. The placeholder at this position receives the result of `encode`.
   */
  condition(position: number): string
  /** Converts encoded values, or `null`, to one value for the driver. */
  encode(values: readonly (Value | null)[]): Value
}

export interface SqlStore<Value> {
  rows(statement: SqlStatement<Value>): Promise<readonly SqlRow[]>
  /**
   * Runs statements in one transaction and returns the rows of each statement. Absent if the database always enforces foreign keys, so that
   * one statement also deletes dependent rows.
   */
  batch?(statements: SqlStatement<Value>[]): Promise<readonly (readonly SqlRow[])[]>
  /** Calls `work` with a store whose statements are part of one transaction. Absent if a transaction cannot span several calls of the driver. */
  transaction?<Result>(work: (inside: SqlStore<Value>) => Promise<Result>): Promise<Result>
}
