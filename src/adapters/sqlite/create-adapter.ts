import type { CompleteAdapter } from '../complete-adapter.js'
import { accountMethods } from './account-methods.js'
import { authenticatorMethods } from './authenticator-methods.js'
import { sessionMethods } from './session-methods.js'
import { createStore, type StoreSource } from './store.js'
import { createSweeper } from './sweeper.js'
import { userMethods } from './user-methods.js'
import { userCodec } from './user-row.js'
import { verificationTokenMethods } from './verification-token-methods.js'

/** An adapter that keeps everything in SQLite. `Fields` are the fields that columns of your own add to a user. */
export interface SqliteAdapter<Fields = {}> extends CompleteAdapter<Fields> {
  /**
   * Closes the file; the adapter cannot be used after that. A client that you gave it stays open.
   * A process that ends need not call it.
   */
  close(): Promise<void>
}

/** Makes the adapter over a source. Nothing is opened before its first use. */
export function createSqliteAdapter<Fields>(source: StoreSource): SqliteAdapter<Fields> {
  const store = createStore(source)
  const codec = userCodec<Fields>(source.columns)
  const sweeper = createSweeper(store)
  return {
    ...userMethods(store, codec),
    ...accountMethods(store),
    ...sessionMethods(store, codec, sweeper),
    ...verificationTokenMethods(store, sweeper),
    ...authenticatorMethods(store),
    close: () => store.close(),
  }
}
