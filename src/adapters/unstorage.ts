import { AdapterError } from '../errors.js'
import { checkArguments, copiedDefaults, requireFirst } from './check-arguments.js'
import type { CompleteAdapter } from './complete-adapter.js'
import { explainRecords } from './relational/explain-records.js'
import { relationalAdapter } from './relational/relational-adapter.js'
import { unstorageRecordStore } from './unstorage/record-store.js'
import type { KeyValueStorage } from './unstorage/storage.js'

export type { CompleteAdapter } from './complete-adapter.js'
export type { SessionManagement } from './session-management.js'
export type { KeyValueStorage } from './unstorage/storage.js'

/** Options of {@link unstorage}. `Fields` are your own fields of a user. */
export interface UnstorageOptions<Fields = {}> {
  /** Prefix of every key. Default: `'auth'`. */
  base?: string
  /** Default values of your own fields for new users. Default: none. */
  user?: Partial<Fields>
}

/** Result of {@link unstorage}. */
export interface UnstorageAdapter<Fields = {}> extends CompleteAdapter<Fields> {}

/**
 * Stores everything in a key-value storage of `unstorage`: Redis, the file system, memory and others.
 *
 * A key-value storage has no unique columns and no transactions. An adapter runs its writes one after another, so create it once, not
 * for each request. Writes of several adapters or processes are not isolated: if more than one process signs users in, use a database.
 *
 * Sessions and verification tokens are deleted a day after they expired: by the driver if it supports `ttl`, otherwise by `cleanup()`.
 *
 * @throws {AdapterError} If `storage` is missing, or `base` contains characters other than letters, digits, `-` and `_`.
 *
 * @example
 * ```ts
 * import { unstorage } from 'authwright/adapters/unstorage'
 * import { createStorage } from 'unstorage'
 * import redis from 'unstorage/drivers/redis'
 *
 * const storage = createStorage({ driver: redis({ url: process.env.REDIS_URL }) })
 *
 * export const adapter = unstorage<{ role: 'member' | 'admin' }>(storage, { user: { role: 'member' } })
 * ```
 *
 * @see https://unstorage.unjs.io/drivers
 */
export function unstorage<Fields = {}>(
  storage: KeyValueStorage,
  options: UnstorageOptions<Fields> = {},
): UnstorageAdapter<Fields> {
  // biome-ignore lint/complexity/noArguments: rejects extra arguments from plain JavaScript.
  checkArguments('unstorage(storage, options)', arguments.length, options, ['base', 'user'])
  requireFirst('unstorage(storage, options)', storage)
  const { base = 'auth', user = {} } = options
  if (!/^[\w-]+$/.test(base)) {
    throw new AdapterError('The option base of unstorage() must consist of letters, digits, "-" and "_".')
  }
  const blank = {
    name: null,
    email: null,
    emailVerified: null,
    image: null,
    ...copiedDefaults('unstorage', user),
  }
  const store = unstorageRecordStore(storage, base, blank)
  const records = explainRecords(store, ({ message }) => `The storage: ${message}`)
  return relationalAdapter<Fields>(records, { sessionTokens: 'hashed', expired: 'kept' })
}
