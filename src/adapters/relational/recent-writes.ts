import type { Fields, RecordStore, TableName } from './record-store.js'

/** How long this process reads a session from the primary after it changed the session or its user. */
const PRIMARY_AFTER_WRITE_MS = 10_000

const MAX_RECENT = 10_000

export class RecentWrites {
  /** The keys of the writes, with the time until which they are remembered. Oldest first. */
  readonly #until = new Map<string, number>()

  hasSession(sessionToken: unknown): boolean {
    return this.#has(`session:${sessionToken}`)
  }

  hasUser(id: unknown): boolean {
    return this.#has(`user:${id}`)
  }

  remembering(store: RecordStore): RecordStore {
    const { transaction } = store
    return {
      ...this.#withWrites(store),
      ...(transaction && {
        // A replica receives the writes of a transaction only when the transaction ends. So the keys are
        // remembered again when it ends.
        transaction: (work) => {
          const written: string[] = []
          return this.#around(written, () => transaction((inside) => work(this.#withWrites(inside, written))))
        },
      }),
    }
  }

  /** @param written - Receives the keys of all writes in a transaction. */
  #withWrites(store: RecordStore, written?: string[]): RecordStore {
    const writing = <Result>(keys: readonly string[], write: () => Promise<Result>): Promise<Result> => {
      written?.push(...keys)
      return this.#around(keys, write)
    }
    return {
      ...store,
      insert: (table, fields) => writing(keysOf(table, fields), () => store.insert(table, fields)),
      update: (table, changes, key) =>
        writing(keysOf(table, { ...changes, ...key }), () => store.update(table, changes, key)),
      updateIf: (table, changes, key) =>
        writing(keysOf(table, { ...changes, ...key }), () => store.updateIf(table, changes, key)),
      remove: (table, key) => writing(keysOf(table, key), () => store.remove(table, key)),
      removeOwned: (table, userId) => writing([`user:${userId}`], () => store.removeOwned(table, userId)),
      removeUser: (id) => writing([`user:${id}`], () => store.removeUser(id)),
    }
  }

  /**
   * Remembers the keys before the write, for reads during the write. Remembers them again afterwards, because a write
   * can take longer than the keys are remembered.
   */
  async #around<Result>(keys: readonly string[], write: () => Promise<Result>): Promise<Result> {
    this.#remember(keys)
    try {
      return await write()
    } finally {
      this.#remember(keys)
    }
  }

  #remember(keys: readonly string[]): void {
    for (const key of keys) {
      this.#until.delete(key)
      this.#until.set(key, Date.now() + PRIMARY_AFTER_WRITE_MS)
    }
    for (const [key, until] of this.#until) {
      if (this.#until.size <= MAX_RECENT && until > Date.now()) break
      this.#until.delete(key)
    }
  }

  #has(key: string): boolean {
    return (this.#until.get(key) ?? 0) > Date.now()
  }
}

function keysOf(table: TableName, fields: Fields): string[] {
  if (table === 'users') return [`user:${fields['id']}`]
  if (table !== 'sessions') return []
  const { sessionToken, userId } = fields
  return [
    ...(sessionToken === undefined ? [] : [`session:${sessionToken}`]),
    ...(userId === undefined ? [] : [`user:${userId}`]),
  ]
}
