import { AdapterError } from '../../errors.js'
import { refusals } from '../refusals.js'
import { naturalKeyOf } from '../relational/natural-keys.js'
import {
  type Fields,
  type OwnedRow,
  ownedTables,
  type RecordStore,
  type TableName,
} from '../relational/record-store.js'
import { rowTaken } from '../relational/row-taken.js'
import { usersAfter } from '../relational/users-after.js'
import { withoutUndefined } from '../relational/without-undefined.js'
import { eachOf } from './each-of.js'
import { createQueue } from './exclusive.js'
import { itemsOf } from './items.js'
import type { KeyValueStorage } from './storage.js'
import { fromJson, toJson } from './values.js'

/**
 * A record store for key-value storages.
 *
 * A storage cannot read and write atomically, so writes run one at a time.
 *
 * @param base - Prefix of all keys.
 * @param blank - Default fields of a user.
 */
export function unstorageRecordStore(storage: KeyValueStorage, base: string, blank: Fields): RecordStore {
  const exclusive = createQueue()
  const items = itemsOf(storage, base)
  const { readWith, write, erase, owned } = items
  const findUser = (id: unknown): Promise<Fields | undefined> => readWith('users', { id })

  async function claimEmail({ id, email }: Fields): Promise<void> {
    if (email === null || email === undefined) return
    const owner = await items.idOf(email)
    // If a deletion was interrupted, the owner may be gone. Their items then belong to no user.
    if (owner !== undefined && owner !== id && (await findUser(owner))) {
      throw new AdapterError(refusals.emailTaken)
    }
    await items.writeEmail(email, id)
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
        if (await readWith(table, naturalKeyOf(table, fields))) throw new AdapterError(rowTaken[table])
        if (table === 'users') await claimEmail(fields)
        if (fields['userId'] !== undefined && !(await findUser(fields['userId']))) {
          throw new AdapterError(refusals.noUser)
        }
        await write(table, fields)
        return fromJson(structuredClone(toJson(fields)))
      }),
    async find(table, key) {
      if ('userId' in key && !('providerAccountId' in key)) return owned(table, key['userId'])
      const row = await ('email' in key ? findUser(await items.idOf(key['email'])) : readWith(table, key))
      return row ? [row] : []
    },
    async usersAfter(after, limit) {
      // The keys are hashes: all users are read to bring them into an order.
      const users = await eachOf(await items.keysOf('users'), items.read)
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
          if (row['email'] && row['email'] !== after['email']) await items.eraseEmail(row['email'])
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
        await erase('users', { id })
        if (user['email']) await items.eraseEmail(user['email'])
        for (const table of ownedTables) {
          for (const row of await owned(table, id)) await erase(table, row)
        }
        return user
      }),
    removeExpired: (table, now, limit) =>
      exclusive(async () => {
        let removed = 0
        for (const key of await items.keysOf(table)) {
          if (removed === limit) break
          const row = await items.read(key)
          if (!(row?.['expires'] instanceof Date) || row['expires'] > now) continue
          await erase(table, row)
          removed++
        }
        return removed
      }),
  }
}
