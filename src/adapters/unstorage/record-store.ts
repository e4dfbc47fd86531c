import { AdapterError } from '../../errors.js'
import { withoutUndefined } from '../../model/without-undefined.js'
import { refusals } from '../rejected-row-messages.js'
import { naturalKeyOf } from '../relational/natural-keys.js'
import {
  type Fields,
  isOwned,
  type OwnedRow,
  ownedTables,
  type RecordStore,
  type TableName,
} from '../relational/record-store.js'
import { rowTaken } from '../relational/row-taken.js'
import { usersAfter } from '../relational/users-after.js'
import { itemsOf } from './items.js'
import { mapConcurrently } from './map-concurrently.js'
import type { KeyValueStorage } from './storage.js'
import { fromJson, toJson } from './values.js'
import { createWriteQueue } from './write-queue.js'

/** A storage cannot read and write atomically, so writes are queued. */
export function unstorageRecordStore(storage: KeyValueStorage, base: string, blank: Fields): RecordStore {
  const exclusively = createWriteQueue()
  const items = itemsOf(storage, base)
  const { readWith, write, erase, owned } = items
  const findUser = (id: unknown): Promise<Fields | undefined> => readWith('users', { id })

  /**
   * The users who are being deleted. No other user gets their e-mail addresses, because a slow deletion could remove the
   * index entry of the new user.
   */
  const deletions = new Set<{ readonly email: unknown }>()

  async function claimEmail({ id, email }: Fields): Promise<void> {
    if (email === null || email === undefined) return
    if ([...deletions].some((deletion) => deletion.email === email)) {
      throw new AdapterError('The user with this e-mail address is being deleted. Try again.')
    }
    const owner = await items.idOf(email)
    // The index may be outdated: its user may have another e-mail address by now, or may have been deleted.
    if (owner !== undefined && owner !== id && (await findUser(owner))?.['email'] === email) {
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
    comparesExactly: true,
    insert: (table, row) =>
      exclusively(async () => {
        const fields = table === 'users' ? { ...blank, ...withoutUndefined(row) } : row
        if (await readWith(table, naturalKeyOf(table, fields))) throw new AdapterError(rowTaken[table])
        if (table === 'users') await claimEmail(fields)
        if (isOwned(table) && !(await findUser(fields['userId']))) {
          throw new AdapterError(refusals.noUser)
        }
        await write(table, fields)
        return copyOf(fields)
      }),
    async find(table, key) {
      if ('userId' in key && !('providerAccountId' in key)) return owned(table, key['userId'])
      const row = await ('email' in key ? findUser(await items.idOf(key['email'])) : readWith(table, key))
      return row ? [row] : []
    },
    async usersAfter(after, limit) {
      const users = await mapConcurrently(await items.keysOf('users'), items.read)
      return usersAfter(
        users.filter((user) => user !== undefined),
        after,
        limit,
      )
    },
    update: (table, changes, key) =>
      exclusively(async () => {
        const changed = await items.change(table, key, async (row) => {
          const next: Fields = { ...row, ...changes }
          // The index entry of the old e-mail address stays: a slow removal could delete the entry of the next user with this e-mail address.
          if (table === 'users') await claimEmail(next)
          return next
        })
        return changed && copyOf(changed)
      }),
    updateIf: (table, changes, key) =>
      exclusively(async () => {
        const changed = await items.change(table, key, (row) => ({ ...row, ...changes }))
        return changed !== undefined
      }),
    remove: (table, key) =>
      exclusively(async () => {
        const row = await readWith(table, key)
        if (row) await erase(table, row)
        return row
      }),
    removeOwned: (table, userId) =>
      exclusively(async () => {
        const rows = await owned(table, userId)
        await mapConcurrently(rows, (row) => erase(table, row))
        return rows.length
      }),
    accountWithUser: (key) => withUser('accounts', { ...key }),
    sessionWithUser: (key) => withUser('sessions', key),
    removeUser: (id) =>
      exclusively(async () => {
        const user = await findUser(id)
        // The user is deleted first: if the deletion is interrupted, the remaining items cannot be used to sign in.
        const deletion = { email: user?.['email'] }
        deletions.add(deletion)
        try {
          await erase('users', { id })
          if (deletion.email) await items.eraseEmail(deletion.email)
        } finally {
          deletions.delete(deletion)
        }
        for (const table of ownedTables) {
          for (const row of await owned(table, id)) await erase(table, row)
        }
        return user
      }),
    removeExpired: (table, now, limit) =>
      exclusively(async () => {
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

function copyOf(fields: Fields): Fields {
  return fromJson(structuredClone(toJson(fields)))
}
