import { AdapterError } from '../../errors.js'
import { lazily } from '../../model/lazily.js'
import type { SqlStore } from '../sql/dialect.js'
import type { DeclaredColumns } from '../sql/user-columns.js'
import type { OwnedSqliteClient, SqliteClient, SqliteValue } from './client.js'
import { explain, resultCode } from './database-errors.js'
import { prepareSchema } from './schema.js'

export interface Store extends SqlStore<SqliteValue> {
  close(): Promise<void>
  /** `undefined` until the file is open. */
  driver(): string | undefined
}

export interface StoreSource {
  /** The subject of error messages: `The database file "…"` or `The database`. */
  readonly place: string
  open(): Promise<OwnedSqliteClient>
  readonly columns: DeclaredColumns
  /**
   * Whether each of several concurrent first requests opens the database. On Cloudflare Workers, a request cannot wait for the I/O of
   * another request, because that I/O never completes if the other request ends first.
   */
  readonly preparesPerRequest?: boolean
}

export function createStore(source: StoreSource): Store {
  let ready: OwnedSqliteClient | undefined
  let closing: Promise<void> | undefined

  async function openAndPrepare(): Promise<OwnedSqliteClient> {
    const client = await source.open()
    try {
      await prepareSchema(client, source.columns)
    } catch (error) {
      client.close()
      throw error
    }
    return client
  }

  // `close()` waits for this promise instead of calling `openOnce()`, which could open another client.
  let opening: Promise<OwnedSqliteClient> | undefined
  async function open(): Promise<OwnedSqliteClient> {
    opening = openAndPrepare()
    ready = await opening
    return ready
  }
  const openOnce = source.preparesPerRequest ? open : lazily(open)

  async function use<Result>(
    sql: string | undefined,
    work: (client: SqliteClient) => Promise<Result>,
  ): Promise<Result> {
    if (closing) {
      throw new AdapterError(`${source.place} was closed by close(). Call sqlite() again to open it.`)
    }
    try {
      const client = ready ?? (await openOnce())
      try {
        return await work(client)
      } catch (error) {
        return await work(await reopen(client, error))
      }
    } catch (error) {
      throw explain(error, source.place, sql)
    }
  }

  /**
   * Opens the file again if it was read-only, because the old client would not notice that permissions were granted, or
   * that the file was replaced. The failed statement has changed nothing, so the caller can repeat it. If the file
   * cannot be opened, the old client is kept for reads.
   */
  async function reopen(client: OwnedSqliteClient, error: unknown): Promise<OwnedSqliteClient> {
    if (resultCode(error) !== 'SQLITE_READONLY' || client.driver === undefined) throw error
    if (ready && ready !== client) return ready
    const next = await openAndPrepare().catch(() => {
      throw error
    })
    if (closing || ready !== client) {
      next.close()
      if (!closing && ready) return ready
      throw error
    }
    client.close()
    ready = next
    return next
  }

  async function closeClient(): Promise<void> {
    const client = ready ?? (await opening?.catch(() => undefined))
    client?.close()
    ready = undefined
  }

  return {
    rows: async (statement) => (await use(statement.sql, (client) => client.execute(statement))).rows,
    batch: (statements) =>
      use(statements[0]?.sql, async (client) =>
        (await client.batch(statements, 'write')).map(({ rows }) => rows),
      ),
    close: () => (closing ??= closeClient()),
    driver: () => ready?.driver,
  }
}
