import { AdapterError } from '../../errors.js'
import { EXPIRY_MARGIN_MS } from '../../model/kept-after-expiry.js'
import { withoutUndefined } from '../../model/without-undefined.js'
import { evictionCheck, MEMORY_INFO } from '../../stores/redis/eviction-check.js'
import { decodedReply } from '../../stores/redis/reply.js'
import type { RedisClient } from '../../stores/redis.js'
import { refusals } from '../rejected-row-messages.js'
import { hashed } from '../relational/session-token.js'
import { scripts } from './scripts.js'
import { type FoundSession, fromFields, fromValue, type StoredSession, toValue } from './session-value.js'

/** The id of a session is the hash of its token. */
export interface RedisSessionStorage {
  create(id: string, row: StoredSession): Promise<void>
  find(id: string): Promise<StoredSession | null>
  /** Returns the changed session; `null` if it has ended, `undefined` if `condition` is not met. */
  update(
    id: string,
    changes: Partial<Omit<StoredSession, 'userId'>>,
    condition?: (row: StoredSession) => boolean,
  ): Promise<StoredSession | null | undefined>
  remove(id: string): Promise<FoundSession | null>
  list(userId: string): Promise<FoundSession[]>
  /** Ends all sessions in one step. If the deletion of their entries fails afterwards, the entries expire. */
  removeAll(userId: string): Promise<number>
}

export interface RedisSessionStorageParts {
  readonly client: RedisClient
  readonly kind: 'session' | 'claim'
  readonly prefix: string
  readonly allowEviction: boolean
}

const MAX_ATTEMPTS = 10

const BATCH_SIZE = 100

/** Number of hexadecimal digits of the SHA-256 hash that identifies a user in keys: 128 bits. */
const TAG_LENGTH = 32

export function redisSessionStorage({
  client,
  kind,
  prefix,
  allowEviction,
}: RedisSessionStorageParts): RedisSessionStorage {
  const evaluate = async (script: string, keys: string[], args: string[]): Promise<unknown> =>
    decodedReply(await client.eval(script, { keys, arguments: args }))
  // In a cluster, only the node that stores this key is checked.
  const refuseEviction = allowEviction
    ? undefined
    : evictionCheck('redisSessions', () => evaluate(MEMORY_INFO, [`${prefix}memory`], []))
  const runWith = async (script: string, keys: string[], args: string[]): Promise<unknown> => {
    await refuseEviction?.()
    return evaluate(script, keys, args)
  }
  const run = (script: string, key: string, ...args: string[]): Promise<unknown> =>
    runWith(script, [key], args)
  // A pointer leads from the id of a session to the tag of its user. In a cluster, the part in braces decides which
  // node stores the key.
  const pointerOf = (id: string): string => `${prefix}${kind}:{${id}}`
  const keyOf = (tag: string): string => `${prefix}${kind}s:{${tag}}`
  const tagOf = async (userId: unknown): Promise<string> =>
    (await hashed(String(userId))).slice(0, TAG_LENGTH)
  const stringOrUndefined = (reply: unknown): string | undefined =>
    reply === null || reply === undefined ? undefined : String(reply)

  const removePointers = async (ids: readonly string[]): Promise<void> => {
    for (let index = 0; index < ids.length; index += BATCH_SIZE) {
      await Promise.all(
        ids.slice(index, index + BATCH_SIZE).map((id) => run(scripts.deletePointer, pointerOf(id))),
      )
    }
  }

  async function locate(id: string): Promise<{ key: string; value: string } | undefined> {
    const tag = stringOrUndefined(await run(scripts.getPointer, pointerOf(id)))
    if (tag === undefined) return undefined
    const key = keyOf(tag)
    const value = stringOrUndefined(await run(scripts.getSession, key, id))
    return value === undefined ? undefined : { key, value }
  }

  return {
    async create(id, row) {
      const tag = await tagOf(row.userId)
      // The pointer is written before the session. If the process ends in between, the pointer leads to no session.
      if (Number(await run(scripts.createPointer, pointerOf(id), tag, lifetime(row))) !== 1) {
        throw new AdapterError(refusals.sessionTaken)
      }
      await run(scripts.addSession, keyOf(tag), id, toValue(row), lifetime(row))
    },
    async find(id) {
      const found = await locate(id)
      return fromValue(found?.value) ?? null
    },
    async update(id, changes, condition) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const found = await locate(id)
        const before = fromValue(found?.value)
        if (!found || !before) return null
        if (condition && !condition(before)) return undefined
        const row: StoredSession = { ...before, ...withoutUndefined(changes) }
        await run(scripts.extendPointer, pointerOf(id), lifetime(row))
        const args = [id, found.value, toValue(row), lifetime(row)]
        if (Number(await run(scripts.replaceSession, found.key, ...args)) === 1) return row
      }
      throw new AdapterError('The session was changed by too many requests at once. Repeat the request.')
    },
    async remove(id) {
      const tag = stringOrUndefined(await run(scripts.getPointer, pointerOf(id)))
      if (tag === undefined) return null
      const row = fromValue(await run(scripts.deleteSession, keyOf(tag), id))
      // The pointer is deleted after the session, because a repeated call needs the pointer to find the session.
      await run(scripts.deletePointer, pointerOf(id))
      return row ? { id, ...row } : null
    },
    async list(userId) {
      const key = keyOf(await tagOf(userId))
      const found = new Map<string, FoundSession>()
      let cursor = '0'
      do {
        const [next, fields] = (await run(scripts.listSessions, key, cursor)) as readonly [unknown, unknown]
        // `HSCAN` can return a session on two pages.
        for (const session of fromFields(fields)) found.set(session.id, session)
        cursor = String(next)
      } while (cursor !== '0')
      return [...found.values()]
    },
    async removeAll(userId) {
      const key = keyOf(await tagOf(userId))
      // `endSessions` moves the sessions to a new key. No pointer leads to the new key, so all sessions end at
      // once.
      const ended = `${key}:ended:${crypto.randomUUID()}`
      const removed = Number(await runWith(scripts.endSessions, [key, ended], []))
      for (;;) {
        const ids = (await run(scripts.deleteSessions, ended)) as readonly unknown[]
        if (ids.length === 0) return removed
        await removePointers(ids.map(String))
      }
    },
  }
}

function lifetime({ expires }: Pick<StoredSession, 'expires'>): string {
  return String(Math.max(1, Math.ceil(expires.getTime() - Date.now() + EXPIRY_MARGIN_MS)))
}
