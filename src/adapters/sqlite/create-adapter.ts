import type { CompleteAdapter } from '../complete-adapter.js'
import type { Driven } from '../contract.js'
import { relationalAdapter } from '../relational/relational-adapter.js'
import { sqlRecordStore } from '../sql/record-store.js'
import { sqliteDialect } from './dialect.js'
import { createStore, type StoreSource } from './store.js'

/** An adapter that keeps everything in SQLite. `Fields` are the fields that columns of your own add to a user. */
export interface SqliteAdapter<out Fields = {}> extends CompleteAdapter<Fields>, Driven {
  /**
   * Closes the file; the adapter cannot be used after that. A client that you gave it stays open.
   * A process that ends need not call it.
   */
  close(): Promise<void>
}

/** Makes the adapter over a source. Nothing is opened before its first use. */
export function createSqliteAdapter<Fields>(source: StoreSource): SqliteAdapter<Fields> {
  const store = createStore(source)
  const records = sqlRecordStore(store, sqliteDialect, source.columns)
  return {
    ...relationalAdapter<Fields>(records, { sessionTokens: 'hashed', expired: 'swept' }),
    close: () => store.close(),
    get '~driver'() {
      return store.driver()
    },
  }
}
