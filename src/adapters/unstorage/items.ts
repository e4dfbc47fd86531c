import type { Awaitable } from '../../model/awaitable.js'
import { EXPIRY_MARGIN_MS } from '../../model/kept-after-expiry.js'
import { naturalKeys } from '../relational/natural-keys.js'
import { type Fields, isExpiring, isOwned, type TableName } from '../relational/record-store.js'
import { hashed } from '../relational/session-token.js'
import { mapConcurrently } from './map-concurrently.js'
import type { KeyValueStorage } from './storage.js'
import { fromJson, toJson } from './values.js'

export interface Items {
  keysOf(table: TableName): Promise<string[]>
  read(key: string): Promise<Fields | undefined>
  /** Returns the row with the natural key in `key`, if the row also has the other values in `key`. */
  readWith(table: TableName, key: Fields): Promise<Fields | undefined>
  write(table: TableName, row: Fields): Promise<void>
  /**
   * Changes the row with this key and returns it. Returns `undefined` if there is none, or if it is erased before the
   * change is written. A slow write does not restore an erased row.
   */
  change(
    table: TableName,
    key: Fields,
    changed: (row: Fields) => Awaitable<Fields>,
  ): Promise<Fields | undefined>
  erase(table: TableName, row: Fields): Promise<void>
  owned(table: TableName, userId: unknown): Promise<Fields[]>
  idOf(email: unknown): Promise<unknown>
  writeEmail(email: unknown, id: unknown): Promise<void>
  eraseEmail(email: unknown): Promise<void>
}

/** Keys contain hashes, because some drivers do not distinguish all characters, such as upper and lower case. */
export function itemsOf(storage: KeyValueStorage, base: string): Items {
  const hash = async (...parts: unknown[]): Promise<string> => hashed(JSON.stringify(parts))
  const hashOf = (table: TableName, row: Fields): Promise<string> =>
    hash(...naturalKeys[table].map((name) => row[name]))
  const keyOf = async (table: TableName, row: Fields): Promise<string> =>
    `${base}:${table}:${await hashOf(table, row)}`
  const emailKey = async (email: unknown): Promise<string> => `${base}:emails:${await hash(email)}`
  /** Each row of a user has an index key: this prefix and the hash of the row. */
  const ownedBase = async (table: TableName, userId: unknown): Promise<string> =>
    `${base}:owned:${await hash(userId)}:${table}`
  const indexKey = async (table: TableName, row: Fields): Promise<string> =>
    `${await ownedBase(table, row['userId'])}:${await hashOf(table, row)}`

  /**
   * The changes in progress, by the key of the item. `isErased` becomes `true` if the item is erased before the change
   * ends.
   */
  const changes = new Map<string, Set<{ isErased: boolean }>>()

  async function read(key: string): Promise<Fields | undefined> {
    const item = await storage.getItem(key)
    return typeof item === 'object' && item !== null ? fromJson(item) : undefined
  }

  async function readWith(table: TableName, key: Fields): Promise<Fields | undefined> {
    const row = await read(await keyOf(table, key))
    return row && Object.entries(key).every(([name, value]) => row[name] === value) ? row : undefined
  }

  async function write(table: TableName, row: Fields): Promise<void> {
    const { expires } = row
    const milliseconds =
      isExpiring(table) && expires instanceof Date
        ? expires.getTime() - Date.now() + EXPIRY_MARGIN_MS
        : undefined
    const options = milliseconds === undefined ? {} : { ttl: Math.max(1, Math.ceil(milliseconds / 1000)) }
    if (isOwned(table)) await storage.setItem(await indexKey(table, row), {}, options)
    await storage.setItem(await keyOf(table, row), toJson(row), options)
  }

  async function erase(table: TableName, row: Fields): Promise<void> {
    const key = await keyOf(table, row)
    for (const change of changes.get(key) ?? []) change.isErased = true
    await storage.removeItem(key)
    if (isOwned(table)) await storage.removeItem(await indexKey(table, row))
  }

  return {
    keysOf: (table) => storage.getKeys(`${base}:${table}`),
    read,
    readWith,
    write,
    erase,
    async change(table, key, changed) {
      const item = await keyOf(table, key)
      const change = { isErased: false }
      const current = changes.get(item) ?? new Set()
      changes.set(item, current.add(change))
      try {
        const row = await readWith(table, key)
        if (!row) return undefined
        const next = await changed(row)
        try {
          await write(table, next)
        } finally {
          if (change.isErased) await erase(table, next)
        }
        return change.isErased ? undefined : next
      } finally {
        current.delete(change)
        if (current.size === 0) changes.delete(item)
      }
    },
    async owned(table, userId) {
      const keys = await storage.getKeys(await ownedBase(table, userId))
      const items = await mapConcurrently(keys, (key) =>
        read(`${base}:${table}:${key.slice(key.lastIndexOf(':') + 1)}`),
      )
      // If a removal from the index has failed, the index of a user may list a row that now belongs to another user.
      return items.filter((row): row is Fields => row !== undefined && row['userId'] === userId)
    },
    idOf: async (email) => (await read(await emailKey(email)))?.['id'],
    writeEmail: async (email, id) => storage.setItem(await emailKey(email), { id }),
    eraseEmail: async (email) => storage.removeItem(await emailKey(email)),
  }
}
