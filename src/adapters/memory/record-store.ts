import { AdapterError } from '../../errors.js'
import { EXPIRY_MARGIN_MS } from '../../model/kept-after-expiry.js'
import { withoutUndefined } from '../../model/without-undefined.js'
import { refusals } from '../rejected-row-messages.js'
import { naturalKeys } from '../relational/natural-keys.js'
import {
  type ExpiringTable,
  expiringTables,
  type Fields,
  isExpiring,
  isOwned,
  type OwnedRow,
  ownedTables,
  type RecordStore,
  type TableName,
} from '../relational/record-store.js'
import { rowTaken } from '../relational/row-taken.js'
import { usersAfter } from '../relational/users-after.js'

const ROWS_PER_SWEEP = 1000

/** Each operation is synchronous, so no other operation sees half of its changes. */
export function memoryRecordStore(blank: Fields): RecordStore {
  const tables: Readonly<Record<TableName, Map<string, Fields>>> = {
    users: new Map(),
    accounts: new Map(),
    sessions: new Map(),
    verificationTokens: new Map(),
    authenticators: new Map(),
    passwords: new Map(),
  }
  const idsByEmail = new Map<unknown, unknown>()
  let storedExpiringRows = 0

  const findUser = (id: unknown): Fields | undefined => findOne('users', { id })

  function findOne(table: TableName, key: Fields): Fields | undefined {
    const row = tables[table].get(keyOf(table, key))
    return row && Object.entries(key).every(([name, value]) => row[name] === value) ? row : undefined
  }

  function owned(table: TableName, userId: unknown): Fields[] {
    return [...tables[table].values()].filter((row) => row['userId'] === userId)
  }

  function claimEmail({ id, email }: Fields): void {
    const owner = idsByEmail.get(email)
    if (owner !== undefined && owner !== id) throw new AdapterError(refusals.emailTaken)
    const before = findUser(id)
    if (before) idsByEmail.delete(before['email'])
    if (email !== null) idsByEmail.set(email, id)
  }

  function write(table: TableName, fields: Fields): Fields {
    const entries = Object.entries(fields)
    const row = Object.fromEntries(entries.map(([name, value]) => [name, storedValue(name, value)]))
    if (table === 'users') claimEmail(row)
    if (isOwned(table) && !findUser(row['userId'])) throw new AdapterError(refusals.noUser)
    tables[table].set(keyOf(table, row), row)
    return structuredClone(row)
  }

  function erase(table: TableName, row: Fields): void {
    tables[table].delete(keyOf(table, row))
    if (table === 'users') idsByEmail.delete(row['email'])
  }

  function removeExpired(table: ExpiringTable, now: Date, limit: number): number {
    const expired = [...tables[table].values()].filter((row) => (row['expires'] as Date) <= now)
    const removed = expired.slice(0, limit)
    for (const row of removed) erase(table, row)
    return removed.length
  }

  function sweep(): void {
    if (++storedExpiringRows % ROWS_PER_SWEEP !== 0) return
    const now = new Date(Date.now() - EXPIRY_MARGIN_MS)
    for (const table of expiringTables) removeExpired(table, now, Number.POSITIVE_INFINITY)
  }

  function withUser(table: TableName, key: Fields): OwnedRow | undefined {
    const row = findOne(table, key)
    const user = row && findUser(row['userId'])
    return user && structuredClone({ row, user })
  }

  return {
    comparesExactly: true,
    async insert(table, row) {
      const fields = table === 'users' ? { ...blank, ...withoutUndefined(row) } : row
      if (tables[table].has(keyOf(table, fields))) throw new AdapterError(rowTaken[table])
      if (isExpiring(table)) sweep()
      return write(table, fields)
    },
    async find(table, key) {
      const isNatural = naturalKeys[table].every((name) => name in key)
      if ('userId' in key && !isNatural) return structuredClone(owned(table, key['userId']))
      const row = 'email' in key ? findUser(idsByEmail.get(key['email'])) : findOne(table, key)
      return row ? [structuredClone(row)] : []
    },
    async usersAfter(after, limit) {
      return structuredClone(usersAfter([...tables.users.values()], after, limit))
    },
    async update(table, changes, key) {
      const row = findOne(table, key)
      return row && write(table, { ...row, ...changes })
    },
    async updateIf(table, changes, key) {
      const row = findOne(table, key)
      if (row) write(table, { ...row, ...changes })
      return row !== undefined
    },
    async remove(table, key) {
      const row = findOne(table, key)
      if (row) erase(table, row)
      return row
    },
    async removeOwned(table, userId) {
      const rows = owned(table, userId)
      for (const row of rows) erase(table, row)
      return rows.length
    },
    accountWithUser: async (key) => withUser('accounts', { ...key }),
    sessionWithUser: async (key) => withUser('sessions', key),
    async removeUser(id) {
      const user = findUser(id)
      if (!user) return undefined
      for (const table of ownedTables) for (const row of owned(table, id)) erase(table, row)
      erase('users', user)
      return user
    },
    removeExpired: async (table, now, limit) => removeExpired(table, now, limit),
  }
}

function storedValue(name: string, value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch (error) {
    const message = `The value of "${name}" cannot be stored. Use strings, numbers, booleans, dates or null.`
    throw new AdapterError(message, { cause: error as DOMException })
  }
}

function keyOf(table: TableName, fields: Fields): string {
  return JSON.stringify(naturalKeys[table].map((name) => fields[name]))
}
