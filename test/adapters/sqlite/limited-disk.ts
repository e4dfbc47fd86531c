import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Driver } from '../../../src/adapters/sqlite/drivers.js'
import type { ReadOnlyView } from '../../chaos/support/small-disk.js'

/** A folder that simulates a disk with a fault. No mount is needed, so its tests run without privileges. */
export interface LimitedDisk {
  readonly folder: string
  /** The driver, wrapped so that writes fail while the simulated disk is full. */
  on(driver: Driver): Driver
  fill(): void
  free(): void
  readOnlyView(): ReadOnlyView
  remove(): void
}

/** More pages than an SQLite file can have. */
const UNLIMITED = 2 ** 32 - 2

/** The id of an unprivileged system user, because file permissions do not stop root. */
const NOBODY = 65_534

export function limitedDisk(): LimitedDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'authwright-disk-'))
  let pages = UNLIMITED
  chmodSync(folder, 0o777)
  return {
    folder,
    on: (driver) => limited(driver, () => pages),
    // If the limit is lower than the current number of pages, SQLite uses that number.
    fill: () => {
      pages = 1
    },
    free: () => {
      pages = UNLIMITED
    },
    readOnlyView: () => readOnlyView(folder),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/**
 * Sets the limit on every connection: the limit belongs to one connection, and a driver may open a connection per call.
 */
function limited(driver: Driver, limit: () => number): Driver {
  return {
    name: driver.name,
    async load() {
      const open = await driver.load()
      return (file) => {
        const client = open(file)
        const limitPages = () => client.execute({ sql: `PRAGMA max_page_count = ${limit()}`, args: [] })
        return {
          execute: async (statement) => {
            await limitPages()
            return client.execute(statement)
          },
          batch: async (statements, mode) => {
            await limitPages()
            return client.batch(statements, mode)
          },
          close: () => client.close(),
        }
      }
    },
  }
}

/** The folder for a system user who may not write to it. */
function readOnlyView(folder: string): ReadOnlyView {
  const isRoot = process.getuid?.() === 0
  const permit = (onFolder: number, onFiles: number) => {
    if (isRoot) process.seteuid?.(0)
    for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), onFiles)
    chmodSync(folder, onFolder)
    if (isRoot) process.seteuid?.(NOBODY)
  }
  permit(0o555, 0o444)
  return {
    folder,
    allowWrites: () => permit(0o777, 0o666),
    remove() {
      permit(0o777, 0o666)
      if (isRoot) process.seteuid?.(0)
    },
  }
}
