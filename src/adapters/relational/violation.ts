import { refusals } from '../rejected-row-messages.js'
import type { TableName } from './record-store.js'
import { rowTaken } from './row-taken.js'

export interface Violation {
  readonly kind: 'unique' | 'foreignKey'
  /** The name of the constraint or of its columns. Empty if the database reports neither. */
  readonly constraint: string
}

interface DriverError {
  readonly code: unknown
  readonly constraint: unknown
  /** The driver postgres.js sets this member instead of `constraint`. */
  readonly constraint_name: unknown
  readonly meta: unknown
}

const codes: Readonly<Record<string, Violation['kind']>> = {
  // PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
  23505: 'unique',
  23503: 'foreignKey',
  23001: 'foreignKey',
  // MySQL and MariaDB: https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html
  ER_DUP_ENTRY: 'unique',
  ER_NO_REFERENCED_ROW_2: 'foreignKey',
  ER_NO_REFERENCED_ROW: 'foreignKey',
  ER_ROW_IS_REFERENCED_2: 'foreignKey',
  ER_ROW_IS_REFERENCED: 'foreignKey',
  // Prisma: https://www.prisma.io/docs/orm/reference/error-reference
  P2002: 'unique',
  P2003: 'foreignKey',
  P2014: 'foreignKey',
}

/** Error messages for databases whose drivers have different error codes, or none. */
const messages: readonly (readonly [pattern: RegExp, kind: Violation['kind']])[] = [
  [/UNIQUE constraint failed:? ?([\w., ]*)/, 'unique'],
  [/FOREIGN KEY constraint failed()/, 'foreignKey'],
  // PlanetScale's driver reports errors of MySQL without their code.
  [/foreign key constraint fails()/, 'foreignKey'],
  [/Duplicate entry '.*' for key '?([\w.]*)/s, 'unique'],
]

export function violationOf(error: unknown): Violation | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    const { code, constraint, constraint_name, meta } = cause as Error & Partial<DriverError>
    const kind = typeof code === 'string' ? codes[code] : undefined
    if (kind) {
      return { kind, constraint: textOf(constraint ?? constraint_name ?? meta ?? keyOf(cause.message)) }
    }
    for (const [pattern, found] of messages) {
      const [, columns] = pattern.exec(cause.message) ?? []
      if (columns !== undefined) return { kind: found, constraint: columns }
    }
  }
  return undefined
}

export function refusalOf(table: TableName, { kind, constraint }: Violation, isRemoval: boolean): string {
  if (kind === 'foreignKey') return isRemoval ? refusals.stillReferenced : refusals.noUser
  if (table !== 'users' || /_pkey\b|\bprimary\b|\bid\b/i.test(constraint)) return rowTaken[table]
  // A constraint without a name is most likely that of the e-mail address. Other unique columns belong to the application.
  return constraint === '' || /mail/i.test(constraint) ? refusals.emailTaken : refusals.valueTaken
}

function keyOf(message: string): string {
  return / for key '([^']+)'/.exec(message)?.[1] ?? ''
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
