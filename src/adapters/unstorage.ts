import { AdapterError } from '../errors.js'
import { checkArguments } from './check-arguments.js'
import type { CompleteAdapter } from './complete-adapter.js'
import { explainRecords } from './relational/explain-records.js'
import { relationalAdapter } from './relational/relational-adapter.js'
import { unstorageRecordStore } from './unstorage/record-store.js'
import type { KeyValueStorage } from './unstorage/storage.js'

export type { CompleteAdapter } from './complete-adapter.js'
export type { SessionManagement } from './session-management.js'
export type { KeyValueStorage } from './unstorage/storage.js'

/** Options of {@link unstorage}. `Fields` are the fields of your own that a user has. */
export interface UnstorageOptions<Fields = {}> {
  /** What every key begins with. Default: `'auth'`. */
  base?: string
  /** Values of your own fields for a user who is created without them. Default: none. */
  user?: Partial<Fields>
}

/** What {@link unstorage} returns. */
export interface UnstorageAdapter<Fields = {}> extends CompleteAdapter<Fields> {}

/**
 * An adapter over keys and values, through `unstorage`: Redis, the file system, memory and others.
 *
 * A storage of keys and values knows no unique columns and no step that reads and writes. Within one process, writes wait for
 * each other, so that one address is one user's and a sign-in link works once. Several processes that write at the same moment
 * are not isolated: where more than one process signs users in, use a database.
 *
 * Every field of a user is stored. Keys are SHA-256 hashes, those of sessions too, so that a list of keys signs no attacker in.
 * A day after they expired, sessions and verification tokens are forgotten by drivers that can (`ttl`), and removed by `cleanup()` elsewhere.
 *
 * @param storage - A storage of `unstorage`, with any driver.
 * @param options - `base`: what keys begin with; `user`: values of your own fields.
 * @throws {AdapterError} If `base` has other characters than letters, digits, `-` and `_`. Its methods reject with an `AdapterError`
 * if the storage does not respond, or if a value is rejected.
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
  // biome-ignore lint/complexity/noArguments: what JavaScript gives beside the parameters is refused.
  checkArguments('unstorage(storage, options)', arguments.length, options, ['base', 'user'])
  const { base = 'auth', user = {} } = options
  if (!/^[\w-]+$/.test(base)) {
    throw new AdapterError('The option base of unstorage() must be letters, digits, "-" and "_".')
  }
  const blank = { name: null, email: null, emailVerified: null, image: null, ...structuredClone(user) }
  const store = unstorageRecordStore(storage, base, blank)
  const records = explainRecords(store, ({ message }) => `The storage: ${message}`)
  return relationalAdapter<Fields>(records, { sessionTokens: 'hashed', expired: 'kept' })
}
