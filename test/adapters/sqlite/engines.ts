import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { onTestFinished } from 'vitest'
import { declareColumns, type UserColumns, type UserFields } from '../../../src/adapters/sql/user-columns.js'
import { createSqliteAdapter } from '../../../src/adapters/sqlite/create-adapter.js'
import { type Driver, drivers, libsqlClient } from '../../../src/adapters/sqlite/drivers.js'
import { openFile } from '../../../src/adapters/sqlite/open-file.js'
import type { SqliteAdapter } from '../../../src/adapters/sqlite.js'

/** Whether the Node.js that runs the tests has `node:sqlite`. */
export const hasNodeSqlite: boolean = process.getBuiltinModule('node:sqlite') !== undefined

/** The drivers that can run here. */
export const engines: readonly (readonly [name: string, driver: Driver])[] = await available()

async function available(): Promise<[string, Driver][]> {
  const found: [string, Driver][] = []
  for (const driver of drivers) {
    const loads = await driver.load().then(
      () => true,
      () => false,
    )
    if (loads) found.push([driver.name, driver])
  }
  return found
}

/** `sqlite(file, { user })` with this driver. */
export function sqliteOn<const Declared extends UserColumns = {}>(
  driver: Driver,
  file: string,
  user?: Declared,
): SqliteAdapter<UserFields<Declared>> {
  return createSqliteAdapter({
    place: `The database file "${file}"`,
    open: () => openFile(file, [driver]),
    columns: declareColumns('sqlite', user ?? {}),
  })
}

/** A path in a new folder, which is removed after the test. */
export async function temporaryFile(name = 'auth.db'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'authwright-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, name)
}

/** Runs a statement on a separate connection. */
export async function query(driver: Driver, file: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = await openFile(file, [driver])
  try {
    const { rows } = await client.execute({ sql, args: [] })
    return rows.map((row) => ({ ...row }))
  } finally {
    client.close()
  }
}

/** Holds the write lock of a file until the returned function is called. */
export async function holdLock(driver: Driver, file: string): Promise<() => void> {
  // Two SQLite builds in one process do not see each other's locks, so the same driver must take the
  // lock.
  if (driver === libsqlClient) {
    const client = createClient({ url: `file:${file}` })
    const transaction = await client.transaction('write')
    return () => {
      transaction.close()
      client.close()
    }
  }
  const client = await openFile(file, [driver])
  await client.execute({ sql: 'BEGIN IMMEDIATE', args: [] })
  return () => {
    void client.execute({ sql: 'ROLLBACK', args: [] })
    client.close()
  }
}
