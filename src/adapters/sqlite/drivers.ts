import { AdapterError } from '../../errors.js'
import { importError } from '../../platform/missing-package.js'
import type { OpenFile, OwnedSqliteClient, SqliteDatabase } from './client.js'
import { synchronousClient } from './synchronous.js'

export interface Driver {
  readonly name: string
  /** Rejects if the driver is not installed, or has no binary for this platform. */
  load(): Promise<OpenFile>
}

interface Closable extends SqliteDatabase {
  close(): unknown
}

function closableClient(database: Closable): OwnedSqliteClient {
  return {
    ...synchronousClient(database),
    close() {
      database.close()
    },
  }
}

const NOT_INSTALLED = 'not installed.'

/** @see https://github.com/WiseLibs/better-sqlite3 */
const betterSqlite3: Driver = {
  name: 'better-sqlite3',
  async load() {
    const Database = await importBetterSqlite3()
    // The binary is loaded when the first database is opened, not when the module is imported.
    new Database(':memory:').close()
    return (file) => closableClient(new Database(file))
  },
}

// Bundlers treat an import as optional only if it is inside a `try` block.
async function importBetterSqlite3(): Promise<new (file: string) => Closable> {
  try {
    return (await import('better-sqlite3')).default
  } catch (error) {
    throw importError('better-sqlite3', error, NOT_INSTALLED)
  }
}

/** @see https://nodejs.org/api/sqlite.html */
export const nodeSqlite: Driver = {
  name: 'node:sqlite',
  async load() {
    const { DatabaseSync } = builtin<{ DatabaseSync: new (file: string) => Closable }>('node:sqlite')
    return (file) => closableClient(new DatabaseSync(file))
  },
}

/** @see https://bun.com/docs/api/sqlite */
const bunSqlite: Driver = {
  name: 'bun:sqlite',
  async load() {
    const { Database } = builtin<{ Database: new (file: string) => Closable }>('bun:sqlite')
    return (file) => closableClient(new Database(file))
  },
}

/**
 * The synchronous driver on which `@libsql/client` depends. With some package managers, only `@libsql/client` can import it.
 *
 * @see https://github.com/tursodatabase/libsql-js
 */
const libsql: Driver = {
  name: 'libsql',
  async load() {
    const Database = await importLibsql()
    return (file) => closableClient(new Database(file))
  },
}

async function importLibsql(): Promise<new (file: string) => Closable> {
  try {
    return (await import('libsql')).default
  } catch (error) {
    throw importError('libsql', error, NOT_INSTALLED)
  }
}

export const libsqlClient: Driver = {
  name: '@libsql/client',
  async load() {
    const { createClient } = await importLibsqlClient()
    // A pragma applies to one connection, so only one connection is opened. More connections would not be
    // faster, because calls are synchronous.
    return (file) => createClient({ url: urlOf(file), concurrency: 1 })
  },
}

async function importLibsqlClient(): Promise<typeof import('@libsql/client')> {
  try {
    return await import('@libsql/client')
  } catch (error) {
    throw importError('@libsql/client', error, NOT_INSTALLED)
  }
}

function urlOf(file: string): string {
  if (file === ':memory:') return file
  return `file:${file.replace(/[%?#]/g, encodeURIComponent)}`
}

/** Loads a built-in module. An `import` would break builds for other runtimes. */
function builtin<Module>(name: 'node:sqlite' | 'bun:sqlite'): Module {
  const module = globalThis.process?.getBuiltinModule?.(name) as Module | undefined
  if (!module) throw new AdapterError(`This runtime has no ${name}.`)
  return module
}

/** The drivers in the order in which they are tried, the fastest first. */
export const drivers: readonly Driver[] = [betterSqlite3, bunSqlite, nodeSqlite, libsql, libsqlClient]
