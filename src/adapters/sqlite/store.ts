import { AdapterError } from '../../errors.js'
import { lazily } from '../../model/lazily.js'
import type { SqlStore } from '../sql/dialect.js'
import type { DeclaredColumns } from '../sql/user-columns.js'
import type { OwnedSqliteClient, SqliteClient, SqliteValue } from './client.js'
import { explain, resultCode } from './faults.js'
import { prepareSchema } from './schema.js'

/** A database that is opened on its first use and then has the tables. */
export interface Store extends SqlStore<SqliteValue> {
  close(): Promise<void>
  /** The library that opened the file, once it is open. */
  driver(): string | undefined
}

/** The source of the store's client. */
export interface StoreSource {
  /** The name of the database in errors. */
  readonly place: string
  /** Called on the first use, and again if that failed. */
  open(): Promise<OwnedSqliteClient>
  readonly columns: DeclaredColumns
  /**
   * Whether each request must create the tables itself. On Cloudflare Workers, a request cannot wait for I/O
   * of another one.
   */
  readonly apart?: boolean
}

/** Creates a store. Opens nothing yet. */
export function createStore(source: StoreSource): Store {
  let ready: OwnedSqliteClient | undefined
  let closed = false

  async function prepared(): Promise<OwnedSqliteClient> {
    const client = await source.open()
    try {
      await prepareSchema(client, source.columns)
    } catch (error) {
      client.close()
      throw error
    }
    return client
  }

  // `close()` must not open a client.
  let opening: Promise<OwnedSqliteClient> | undefined
  async function open(): Promise<OwnedSqliteClient> {
    opening = prepared()
    ready = await opening
    return ready
  }
  const opened = source.apart ? open : lazily(open)

  async function use<Result>(work: (client: SqliteClient) => Promise<Result>): Promise<Result> {
    if (closed) {
      throw new AdapterError(`${source.place} was closed by close(). Call sqlite() again to open it.`)
    }
    try {
      const client = ready ?? (await opened())
      try {
        return await work(client)
      } catch (error) {
        return await work(await reopened(client, error))
      }
    } catch (error) {
      throw explain(error, source.place)
    }
  }

  /**
   * Reopens the file for a statement that failed because of missing permissions. If they were granted since, the old client still does not
   * have them; or the file may have been replaced. The failed statement has changed nothing. If the file cannot be opened, the old client
   * keeps reading.
   */
  async function reopened(client: OwnedSqliteClient, error: unknown): Promise<OwnedSqliteClient> {
    if (resultCode(error) !== 'SQLITE_READONLY' || client.driver === undefined) throw error
    if (ready && ready !== client) return ready
    const next = await prepared().catch(() => {
      throw error
    })
    if (closed || ready !== client) {
      next.close()
      if (!closed && ready) return ready
      throw error
    }
    client.close()
    ready = next
    return next
  }

  return {
    rows: async (statement) => (await use((client) => client.execute(statement))).rows,
    batch: (statements) =>
      use(async (client) => (await client.batch(statements, 'write')).map(({ rows }) => rows)),
    async close() {
      closed = true
      const client = ready ?? (await opening?.catch(() => undefined))
      client?.close()
      ready = undefined
      opening = undefined
    },
    driver: () => ready?.driver,
  }
}
