import { AdapterError } from '../../errors.js'
import { withoutUndefined } from '../../model/without-undefined.js'
import type { Fields, RecordStore, TableName } from './record-store.js'
import { requireStorable } from './storable-text.js'

const keyColumns = [
  'id',
  'email',
  'userId',
  'provider',
  'providerAccountId',
  'sessionToken',
  'identifier',
  'token',
  'credentialID',
  'tenant',
  'epoch',
] as const

/**
 * Neither returns nor changes rows whose key differs from the requested key only in upper and lower case. With a
 * case-insensitive collation, a database finds such rows, too.
 */
export function guardRecords(store: RecordStore): RecordStore {
  const first = async (table: TableName, key: Fields): Promise<Fields | undefined> =>
    (await guarded.find(table, key))[0]

  /**
   * Whether the stored key equals this key, so that a statement with this key changes no other row. If the read finds
   * no row, the statement is sent anyway, because the read may come from a replica that does not have the row yet.
   */
  const isExact = async (table: TableName, key: Fields): Promise<boolean> => {
    if (store.comparesExactly === true) return true
    const rows = await store.find(table, key)
    return rows.length === 0 || rows.some((row) => hasKey(row, key))
  }

  const guarded: RecordStore = {
    ...store,
    async insert(table, fields) {
      requireKeys(fields)
      return store.insert(table, fields)
    },
    async find(table, key) {
      if (!isComplete(key)) return []
      requireKeys(key)
      return (await store.find(table, key)).filter((row) => hasKey(row, key))
    },
    async usersAfter(after, limit) {
      requireKeys({ id: after })
      if (Number.isSafeInteger(limit) && limit >= 1) return store.usersAfter(after, limit)
      throw new AdapterError('`limit` of listUsers() must be an integer of at least 1.')
    },
    async update(table, fields, key) {
      if (!isComplete(key)) return undefined
      const changes = withoutUndefined(
        Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in key))),
      )
      requireKeys({ ...changes, ...key })
      if (Object.keys(changes).length === 0) return first(table, key)
      return (await isExact(table, key)) ? store.update(table, changes, key) : undefined
    },
    // The key contains a random value, such as an epoch, so no other key differs from it only in upper and lower case.
    async updateIf(table, fields, key) {
      if (!isComplete(key)) return false
      const changes = withoutUndefined({ ...fields })
      requireKeys({ ...changes, ...key })
      return store.updateIf(table, changes, key)
    },
    async remove(table, key) {
      if (!isComplete(key)) return undefined
      requireKeys(key)
      const row = (await isExact(table, key)) ? await store.remove(table, key) : undefined
      return row && hasKey(row, key) ? row : undefined
    },
    async removeOwned(table, userId) {
      if (!isComplete({ userId })) return 0
      return (await isExact('users', { id: userId })) ? store.removeOwned(table, userId) : 0
    },
    async removeUser(id) {
      if (!isComplete({ id })) return undefined
      return (await isExact('users', { id })) ? store.removeUser(id) : undefined
    },
    async accountWithUser(key) {
      requireKeys({ ...key })
      const found = await store.accountWithUser(key)
      return found && hasKey(found.row, { ...key }) ? found : undefined
    },
    async sessionWithUser(key) {
      requireKeys({ ...key })
      const found = await store.sessionWithUser(key)
      return found && hasKey(found.row, { ...key }) ? found : undefined
    },
  }
  return guarded
}

/**
 * Whether every value of a key is set. A missing value, such as the e-mail address of a user, must not match every row:
 * Kysely and Prisma leave out a condition whose value is `undefined`.
 */
function isComplete(key: Fields): boolean {
  return Object.values(key).every((value) => value !== undefined && value !== null)
}

function hasKey(row: Fields, key: Fields): boolean {
  return Object.entries(key).every(([name, value]) => row[name] === value)
}

function requireKeys(fields: Fields): void {
  for (const name of keyColumns) requireStorable(name, fields[name])
}
