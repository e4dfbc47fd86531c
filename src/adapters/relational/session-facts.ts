import type { SessionFacts } from '../contract.js'
import type { Fields, TableName } from './record-store.js'

/** The columns of a session's facts, with what they hold. */
export const sessionFacts: readonly (readonly [name: keyof SessionFacts, kind: 'date' | 'text'])[] = [
  ['createdAt', 'date'],
  ['lastUsedAt', 'date'],
  ['userAgent', 'text'],
  ['networkAddress', 'text'],
]

/** Says whether a table has a column that holds values of this kind. */
export type HasColumn = (name: string, kind: 'date' | 'text') => boolean

/**
 * Whether a table of an application stores the facts of sessions: it has all of their columns. One that has some of them has them for
 * something else.
 */
export function storesFacts(has: HasColumn): boolean {
  return sessionFacts.every(([name, kind]) => has(name, kind))
}

const names: ReadonlySet<string> = new Set(sessionFacts.map(([name]) => name))

/** The fields of a row without the facts of a session. */
export function withoutFacts(table: TableName, fields: Fields): Fields {
  if (table !== 'sessions') return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))
}
