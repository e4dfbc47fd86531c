import { reachOf } from '#reach'
import { checkArguments, copiedDefaults } from './check-arguments.js'
import type { CompleteAdapter } from './complete-adapter.js'
import { memoryRecordStore } from './memory/record-store.js'
import { relationalAdapter } from './relational/relational-adapter.js'

export type { CompleteAdapter } from './complete-adapter.js'
export type { SessionManagement } from './session-management.js'

/** Result of {@link memory}. `Fields` are your own fields of a user. */
export interface MemoryAdapter<Fields = {}> extends CompleteAdapter<Fields> {}

/** Options of {@link memory}. */
export interface MemoryOptions<Fields = {}> {
  /** Default values of your own fields for new users. Default: none. */
  user?: Partial<Fields>
}

/**
 * Stores everything in the memory of this process: for tests and prototypes. In the edge runtime, `.build()` rejects
 * a configuration that stores sessions in this adapter.
 *
 * Set a default in `user` for each field that is not optional, because a provider may not return the field. Sessions
 * and verification tokens that expired more than a day ago are deleted by `cleanup()`, and occasionally when new ones
 * are stored.
 *
 * @example
 * ```ts
 * import { memory } from 'authwright/adapters/memory'
 *
 * export const adapter = memory<{ role: 'member' | 'admin' }>({ user: { role: 'member' } })
 * ```
 */
export function memory<Fields = {}>(options: MemoryOptions<Fields> = {}): MemoryAdapter<Fields> {
  // biome-ignore lint/complexity/noArguments: rejects extra arguments from plain JavaScript.
  checkArguments('memory(options)', arguments.length, options, ['user'])
  const blank = {
    name: null,
    email: null,
    emailVerified: null,
    image: null,
    ...copiedDefaults('memory', options.user),
  }
  const adapter = relationalAdapter<Fields>(memoryRecordStore(blank), {
    sessionTokens: 'hashed',
    expired: 'kept',
  })
  // In the edge runtime, each function has its own memory and cannot read a session that another function
  // stored.
  return Object.assign(adapter, reachOf('memory()'))
}
