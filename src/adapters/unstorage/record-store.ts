import { AdapterError } from '../../errors.js'
import { EXPIRY_MARGIN_MS } from '../../model/expiry-margin.js'
import { refusals } from '../refusals.js'
import { naturalKeys } from '../relational/natural-keys.js'
import {
  type Fields,
  type OwnedRow,
  ownedTables,
  type RecordStore,
  type TableName,
} from '../relational/record-store.js'
import { rowTaken } from '../relational/row-taken.js'
import { hashed } from '../relational/session-token.js'
import { usersAfter } from '../relational/users-after.js'
import { withoutUndefined } from '../relational/without-undefined.js'
import { createQueue } from './exclusive.js'
import type { KeyValueStorage } from './storage.js'
import { fromJson, toJson } from './values.js'

/**
 * A record store for key-value storages. Keys are hashes, because drivers differ in which characters they distinguish.
 *
 * A storage cannot read and write atomically, so writes run one at a time.
 *
 * @param blank - Default fields of a user.
 */
export function unstorageRecordStore(storage: KeyValueStorage, base: string, blank: Fields): RecordStore {
  const exclusive = createQueue()

  const hash = async (...parts: unknown[]): Promise<string> => hashed(JSON.stringify(parts))
  const keyOf = async (table: TableName, fields: Fields): Promise<string> =>
    `${base}:${table}:${await hash(...naturalKeys[table].map((name) => fields[name]))}`
  const emailKey = async (email: unknown): Promise<string> => `${base}:emails:${await hash(email)}`
  /** The prefix under which the keys of a user's items are listed. */
  const ownedBase = async (table: TableName, userId: unknown): Promise<string> =>
    `${base}:owned:${await hash(userId)}:${table}`

  async function read(key: string): Promise<Fields | undefined> {
    const item = await storage.getItem(key)
    return typeof item === 'object' && item !== null ? fromJson(item) : undefined
  }

  /** Returns the item if it has all of these values. */
  async function readWith(table: TableName, key: Fields): Promise<Fields | undefined> {
    const row = await read(await keyOf(table, key))
    return row && Object.entries(key).every(([name, value]) => row[name] === value) ? row : undefined
  }

  const findUser = async (id: unknown): Promise<Fields | undefined> => readWith('users', { id })

  async function indexKey(table: TableName, fields: Fields): Promise<string> {
    const key = await keyOf(table, fields)
    return `${await ownedBase(table, fields['userId'])}:${key.slice(key.lastIndexOf(':') + 1)}`
  }

  async function write(table: TableName, fields: Fields): Promise<void> {
    const { expires } = fields
    // Drivers with expiry delete at their own pace. The item itself says whether it has expired.
    const milliseconds =
      expires instanceof Date ? expires.getTime() - Date.now() + EXPIRY_MARGIN_MS : undefined
    const options = milliseconds === undefined ? {} : { ttl: Math.max(1, Math.ceil(milliseconds / 1000)) }
    if (fields['userId'] !== undefined) await storage.setItem(await indexKey(table, fields), {}, options)
    await storage.setItem(await keyOf(table, fields), toJson(fields), options)
  }

  async function erase(table: TableName, fields: Fields): Promise<void> {
    await storage.removeItem(await keyOf(table, fields))
    if (fields['userId'] !== undefined) await storage.removeItem(await indexKey(table, fields))
  }

  async function owned(table: TableName, userId: unknown): Promise<Fields[]> {
    const keys = await storage.getKeys(await ownedBase(table, userId))
    const items = await eachOf(keys, (key) => read(`${base}:${table}:${key.slice(key.lastIndexOf(':') + 1)}`))
    return items.filter((row) => row !== undefined)
  }

  async function claimEmail(fields: Fields): Promise<void> {
    const { id, email } = fields
    if (email === null || email === undefined) return
    const owner = await read(await emailKey(email))
    // If a deletion was interrupted, the owner may be gone. Their items then belong to no user.
    if (owner && owner['id'] !== id && (await findUser(owner['id'])))
      throw new AdapterError(refusals.emailTaken)
    await storage.setItem(await emailKey(email), { id })
  }

  async function withUser(table: TableName, key: Fields): Promise<OwnedRow | undefined> {
    const row = await readWith(table, key)
    const user = row && (await findUser(row['userId']))
    return row && user && { row, user }
  }

  return {
    insert: (table, row) =>
      exclusive(async () => {
        const fields = table === 'users' ? { ...blank, ...withoutUndefined(row) } : row
        if (await read(await keyOf(table, fields))) throw new AdapterError(rowTaken[table])
        if (table === 'users') await claimEmail(fields)
        if (fields['userId'] !== undefined && !(await findUser(fields['userId']))) {
          throw new AdapterError(refusals.noUser)
        }
        await write(table, fields)
        return fromJson(structuredClone(toJson(fields)))
      }),
    async find(table, key) {
      if ('userId' in key && !('providerAccountId' in key)) return owned(table, key['userId'])
      const { id } = 'email' in key ? { id: (await read(await emailKey(key['email'])))?.['id'] } : key
      const row = await (table === 'users' ? findUser(id) : readWith(table, key))
      return row ? [row] : []
    },
    async usersAfter(after, limit) {
      // The keys are hashes: all users are read to bring them into an order.
      const users = await eachOf(await storage.getKeys(`${base}:users`), read)
      return usersAfter(
        users.filter((user) => user !== undefined),
        after,
        limit,
      )
    },
    update: (table, changes, key) =>
      exclusive(async () => {
        const row = await readWith(table, key)
        if (!row) return undefined
        const after: Fields = { ...row, ...changes }
        if (table === 'users') {
          await claimEmail(after)
          if (row['email'] && row['email'] !== after['email']) {
            await storage.removeItem(await emailKey(row['email']))
          }
        }
        await write(table, after)
        return fromJson(structuredClone(toJson(after)))
      }),
    updateIf: (table, changes, key) =>
      exclusive(async () => {
        const row = await readWith(table, key)
        if (row) await write(table, { ...row, ...changes })
        return row !== undefined
      }),
    remove: (table, key) =>
      exclusive(async () => {
        const row = await readWith(table, key)
        if (row) await erase(table, row)
        return row
      }),
    removeOwned: (table, userId) =>
      exclusive(async () => {
        const rows = await owned(table, userId)
        await eachOf(rows, (row) => erase(table, row))
        return rows.length
      }),
    accountWithUser: (key) => withUser('accounts', { ...key }),
    sessionWithUser: (key) => withUser('sessions', key),
    removeUser: (id) =>
      exclusive(async () => {
        const user = await findUser(id)
        if (!user) return undefined
        // The user first: if the deletion is interrupted, the remaining items belong to no user and cannot be used to sign in.
        await storage.removeItem(await keyOf('users', { id }))
        if (user['email']) await storage.removeItem(await emailKey(user['email']))
        for (const table of ownedTables) {
          for (const row of await owned(table, id)) await erase(table, row)
        }
        return user
      }),
    removeExpired: (table, now, limit) =>
      exclusive(async () => {
        let removed = 0
        for (const key of await storage.getKeys(`${base}:${table}`)) {
          if (removed === limit) break
          const row = await read(key)
          if (!(row?.['expires'] instanceof Date) || row['expires'] > now) continue
          await erase(table, row)
          removed++
        }
        return removed
      }),
  }
}

/** Maximum number of concurrent calls of a driver: the file driver opens a file for each. */
const AT_ONCE = 64

/** Runs the work for each value, some concurrently. Returns the results in the order of the values. */
async function eachOf<Value, Result>(
  values: readonly Value[],
  work: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let next = 0; next < values.length; next += AT_ONCE) {
    results.push(...(await Promise.all(values.slice(next, next + AT_ONCE).map(work))))
  }
  return results
}
