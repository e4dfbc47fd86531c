import { AdapterError } from '../../errors.js'
import type { SqlStore } from '../sql/dialect.js'
import type { DeclaredColumns } from '../sql/user-columns.js'
import type { OwnedSqliteClient, SqliteClient, SqliteValue } from './client.js'
import { explain, resultCode } from './faults.js'
import { prepareSchema } from './schema.js'

/** A database that is opened when it is first used, and then has the tables. */
export interface Store extends SqlStore<SqliteValue> {
  close(): Promise<void>
  /** The library that opened the file, once it is open. */
  driver(): string | undefined
}

/** Where the store's client comes from. */
export interface StoreSource {
  /** How errors name it. */
  readonly place: string
  /** Called at the first use; again if that failed. */
  open(): Promise<OwnedSqliteClient>
  readonly columns: DeclaredColumns
  /**
   * Whether requests that come before the tables are there do not wait for one another: on Cloudflare Workers a request must
   * not wait for what another began.
   */
  readonly apart?: boolean
}

/** Makes a store; nothing is opened yet. */
export function createStore(source: StoreSource): Store {
  let opening: Promise<OwnedSqliteClient> | undefined
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

  async function open(): Promise<OwnedSqliteClient> {
    ready = await prepared()
    return ready
  }

  function opened(): Promise<OwnedSqliteClient> {
    if (source.apart) return open()
    opening ??= open().catch((error) => {
      // A folder that was missing may be there the next time.
      opening = undefined
      throw error
    })
    return opening
  }

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
   * The file opened anew, for a statement that this failed for want of rights: where they were granted since, the old client has none all
   * the same; or another file may stand there. Such a statement has changed nothing. The old client goes on reading while the file cannot be opened.
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
