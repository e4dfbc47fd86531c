import type { Awaitable } from '../../model/awaitable.js'
import type { Fields, RecordStore, TableName } from './record-store.js'

/** `update` and `remove` build statements, `count` and `row` run them. */
export interface WriteStatements<Statement> {
  stored(table: TableName, fields: Fields): Awaitable<Fields>
  readonly find: RecordStore['find']
  update(table: TableName, stored: Fields, key: Fields): Statement
  remove(table: TableName, key: Fields): Statement
  count(statement: Statement): Promise<number>
  readonly row?: ((statement: Statement) => Promise<Fields | undefined>) | undefined
}

/**
 * Creates the methods for updates and deletions. If the database does not return rows, the row is read separately: after
 * an update, or before a deletion.
 */
export function writesOf<Statement>(
  statements: WriteStatements<Statement>,
): Pick<RecordStore, 'update' | 'updateIf' | 'remove' | 'removeOwned'> {
  const { stored, find, update, remove, count, row } = statements
  return {
    async update(table, changes, key) {
      const values = await stored(table, changes)
      if (Object.keys(values).length > 0) {
        if (row) return row(update(table, values, key))
        await count(update(table, values, key))
      }
      return (await find(table, key))[0]
    },
    async updateIf(table, changes, key) {
      return (await count(update(table, await stored(table, changes), key))) > 0
    },
    async remove(table, key) {
      if (row) return row(remove(table, key))
      const [found] = await find(table, key)
      // Several concurrent calls can find the row, but only one of them deletes it.
      return found && (await count(remove(table, key))) > 0 ? found : undefined
    },
    removeOwned: (table, userId) => count(remove(table, { userId })),
  }
}
