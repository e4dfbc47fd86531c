import type { TableName } from './record-store.js'
import type { columnKinds, RequiredColumns, tableReasons } from './table-columns.js'

export type ValueForm = 'native' | 'numeric'

export type DateOf<Form extends ValueForm> = Form extends 'native' ? Date : number

/** For each kind of column, the type that the adapter writes and the widest type that it can read. */
export interface KindTypes<Form extends ValueForm> {
  text: [write: string, read: string]
  // The column may also be NOT NULL. In that case, users without an e-mail address cannot be stored.
  textOrNull: [write: string, read: string | null]
  date: [write: DateOf<Form>, read: DateOf<Form>]
  dateOrNull: [write: DateOf<Form> | null, read: DateOf<Form> | null]
  number: [write: number, read: number | string]
  // MySQL and SQLite return 1 and 0.
  boolean: Form extends 'native' ? [write: boolean, read: boolean | number] : [write: number, read: number]
  accountType: [write: 'oauth' | 'oidc' | 'email' | 'webauthn', read: string]
}

export type Kind = keyof typeof columnKinds

export type Filled<
  Sentence extends string,
  First extends string,
  Second extends string,
> = Sentence extends `${infer Head}%s${infer Middle}%s${infer Tail}`
  ? `${Head}${First}${Middle}${Second}${Tail}`
  : Sentence

export type Columns = readonly (readonly [name: string, kind: Kind])[]

/**
 * The result is one string and not a union of names, because compilers truncate long unions and order them differently.
 */
export type Missing<Specified extends Columns, Row, List extends string = ''> = Specified extends readonly [
  readonly [infer Name extends string, Kind],
  ...infer Rest extends Columns,
]
  ? Missing<Rest, Row, Name extends keyof Row ? List : List extends '' ? Name : `${List}, ${Name}`>
  : List

/** Whether a column accepts the written type, and whether all its values have a type that can be read. */
export type Holds<Column, Types extends [write: unknown, read: unknown]> = [Types[0]] extends [Column]
  ? [Column] extends [Types[1]]
    ? true
    : false
  : false

export type Mistyped<
  Table extends TableName,
  Specified extends Columns,
  Row,
  Form extends ValueForm,
> = Specified extends readonly [
  readonly [infer Name extends keyof Row & string, infer Of extends Kind],
  ...infer Rest extends Columns,
]
  ? Holds<Row[Name], KindTypes<Form>[Of]> extends true
    ? Mistyped<Table, Rest, Row, Form>
    : Filled<(typeof tableReasons)['holds'], `${Table}.${Name}`, Words<Of, Form>>
  : never

export type Words<Of extends Kind, Form extends ValueForm> = Form extends 'native'
  ? (typeof columnKinds)[Of]
  : Of extends 'date'
    ? 'milliseconds since 1970, a number'
    : Of extends 'dateOrNull'
      ? 'milliseconds since 1970, a number or null'
      : Of extends 'boolean'
        ? '1 or 0, a number'
        : (typeof columnKinds)[Of]

/**
 * `Subject` is the type of the table. It is returned if `Row` has all required columns. Otherwise, the result is a
 * message that names the missing columns, or the first column of a wrong type.
 */
export type CheckTable<Table extends TableName, Row, Subject, Form extends ValueForm = 'native'> =
  Missing<RequiredColumns[Table], Row> extends infer Names extends string
    ? Names extends ''
      ? Mistyped<Table, RequiredColumns[Table], Row, Form> extends infer Sentence
        ? [Sentence] extends [never]
          ? Subject
          : Sentence
        : never
      : Filled<(typeof tableReasons)['lacks'], Table, Names>
    : never
