import type { CompleteAdapter } from '../complete-adapter.js'
import type { Driven } from '../contract.js'
import { relationalAdapter } from '../relational/relational-adapter.js'
import { sqlRecordStore } from '../sql/record-store.js'
import { sqliteDialect } from './dialect.js'
import { createStore, type StoreSource } from './store.js'

/** An adapter for SQLite. `Fields` are the fields of your own columns. */
export interface SqliteAdapter<out Fields = {}> extends CompleteAdapter<Fields>, Driven {
  /** Closes the file. The adapter cannot be used afterwards. A client that you created stays open. */
  close(): Promise<void>
}

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
