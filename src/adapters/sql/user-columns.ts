import { AdapterError } from '../../errors.js'
import { type Columns, typeProblem } from './column.js'

/** The type of one of your own columns. */
export type UserColumnType = UserColumnOptions['type']

/** A column with more options than its type. */
export interface UserColumnOptions {
  // The unions are written here without names, so that compiler errors print their members. The types below refer to
  // these properties.
  /** The type of the column. */
  readonly type: 'text' | 'integer' | 'real' | 'boolean' | 'date'
  /** The allowed values of a `text` column. They become a union in the user's type. */
  readonly values?: readonly string[]
  /** The value for users without a value. Default: `null`. */
  readonly default?: string | number | boolean | Date
}

/** One of your own columns: its type, or an object with more options. */
export type UserColumn = UserColumns[string]

/** Your own columns, by field name. */
export interface UserColumns {
  /** The type of the column, or an object with more options. */
  readonly [field: string]: UserColumnOptions['type'] | UserColumnOptions
}

/** The TypeScript type of each column type. */
export interface ColumnValues {
  /** A string. With the option `values`, the union of these values. */
  text: string
  /** An integer that JavaScript can represent exactly. */
  integer: number
  /** A floating-point number. */
  real: number
  /** `true` or `false`, even if the database stores 1 or 0. */
  boolean: boolean
  /** A point in time. */
  date: Date
}

/** The TypeScript type of a column, without `null`. */
export type ColumnValue<Column extends UserColumn> = Column extends UserColumnType
  ? ColumnValues[Column]
  : Column extends { readonly type: 'text'; readonly values: readonly (infer Value)[] }
    ? Value
    : Column extends { readonly type: infer Type extends UserColumnType }
      ? ColumnValues[Type]
      : never

/** The fields that your own columns add to a stored user. */
export type UserFields<out Declared extends UserColumns> = {
  -readonly [Field in keyof Declared]: Declared[Field] extends { readonly default: unknown }
    ? ColumnValue<Declared[Field]>
    : ColumnValue<Declared[Field]> | null
}

const userColumnTypes: readonly string[] = [
  'text',
  'integer',
  'real',
  'boolean',
  'date',
] satisfies UserColumnType[]

export const coreUserColumns: Columns = {
  id: 'text',
  name: 'text',
  email: 'text',
  emailVerified: 'date',
  image: 'text',
}

export interface DeclaredColumns {
  readonly adapter: string
  readonly columns: ReadonlyMap<string, UserColumnOptions>
}

export function declareColumns(adapter: string, columns: UserColumns): DeclaredColumns {
  const refuse = (name: string, reason: string): never => {
    throw new AdapterError(`The option user.${name} of ${adapter}() cannot be used: ${reason}.`)
  }
  const declared = new Map<string, UserColumnOptions>()
  const coreNames = new Set(Object.keys(coreUserColumns).map((name) => name.toLowerCase()))
  const taken = new Set<string>()
  for (const [name, column] of Object.entries(columns)) {
    // In plain JavaScript, a column can also be `undefined` or `null`.
    const options = typeof column === 'object' && column !== null ? column : { type: column }
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      refuse(name, 'its name must be letters, digits and underscores, and not start with a digit')
    }
    if (adapter === 'pg' && name.length > 63) refuse(name, 'PostgreSQL allows at most 63 characters')
    if (name in Object.prototype) refuse(name, 'every JavaScript object has a property with this name')
    if (adapter === 'sqlite' && name === 'length') {
      refuse(name, 'rows of @libsql/client have a different property with this name')
    }
    if (!userColumnTypes.includes(options.type)) {
      refuse(name, `its type must be one of ${userColumnTypes.join(', ')}`)
    }
    // In SQLite, names that differ only in case are the same column. In PostgreSQL, they are easily confused.
    if (coreNames.has(name.toLowerCase())) refuse(name, 'every user already has a column with this name')
    if (taken.has(name.toLowerCase())) refuse(name, 'another column has the same name in upper or lower case')
    if (options.values && options.type !== 'text') refuse(name, '"values" is for columns of type "text"')
    const problem = defaultProblem(options)
    if (problem) refuse(name, problem)
    taken.add(name.toLowerCase())
    declared.set(name, options)
  }
  return { adapter, columns: declared }
}

function defaultProblem({ type, values, default: value }: UserColumnOptions): string | undefined {
  if (value === undefined) return undefined
  const expected = typeProblem(type, value)
  if (expected) return `its default must be ${expected}`
  return values && !values.includes(String(value)) ? 'its default is not in "values"' : undefined
}
