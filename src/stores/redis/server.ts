import type { Opener } from './own-client.js'

/** Runs a script that returns the memory information of a server. */
export type ReadMemoryInfo = () => Promise<unknown>

/** `INFO` is allowed in scripts, `CONFIG` is not. */
export const MEMORY_INFO = "return redis.call('INFO', 'memory')"

/** Pause after a check that found no eviction. */
const PAUSE_MS = 60_000
/** Pause after a check that found eviction, or that failed after an earlier check had a result. */
const RETRY_MS = 1_000

/**
 * Returns a function that rejects if the server evicts entries that have not expired.
 *
 * The first call checks the policy and waits for the result. The policy can change while the server runs, so it is checked again once a
 * minute. After a successful check, calls do not wait for the next check. A server that does not allow the query is not checked.
 *
 * A call waits only for its own check. On Cloudflare Workers, the check of another request never completes if that request ends first.
 *
 * @param opener - The function that uses the server, for the message.
 */
export function evictionCheck(opener: Opener, read: ReadMemoryInfo): () => Promise<void> {
  let nextCheck = Number.NEGATIVE_INFINITY
  /** The result of the last check: an empty string if the server keeps its entries. */
  let problem: string | undefined

  const check = async (): Promise<void> => {
    nextCheck = performance.now() + RETRY_MS
    problem = problemOf(opener, await memoryInfo(read))
    if (problem === '') nextCheck = performance.now() + PAUSE_MS
  }
  return async () => {
    const isDue = performance.now() >= nextCheck
    if (problem === undefined || (problem !== '' && isDue)) await check()
    // This call does not wait for the check. Later calls get its result.
    else if (isDue) check().catch(() => undefined)
    if (problem) throw new Error(problem)
  }
}

/** Returns the memory information. Returns an empty string, which passes the check, if the server does not allow the script. */
async function memoryInfo(read: ReadMemoryInfo): Promise<string> {
  try {
    return String(await read())
  } catch (error) {
    // Replies of the server start with a code; connection errors do not.
    if (error instanceof Error && /^(?:ERR|NOPERM) /.test(error.message)) return ''
    throw error
  }
}

const consequence: Readonly<Record<Opener, string>> = {
  redisStore: 'a revoked session would be valid again',
  redisSessions: 'users would be signed out',
}

/** The message about a server that evicts entries. An empty string if it does not. */
function problemOf(opener: Opener, info: string): string {
  // The policy matters even without a memory limit. A limit can be set while the server runs, and entries
  // would be lost until the next check.
  const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(info) ?? []
  if (policy === 'noeviction') return ''
  return `Redis evicts entries when its memory is full: its \`maxmemory-policy\` is "${policy}", and ${consequence[opener]}. Set it to "noeviction", or pass \`allowEviction: true\` to ${opener}().`
}

/** The options of a client of `redis` or `ioredis`. */
interface ClientOptions {
  readonly host?: unknown
  readonly port?: unknown
  readonly socket?: ClientOptions | null
}

/**
 * The name of the server in the log. The options of `redis` have the host in `socket`, those of `ioredis` have it
 * directly. Clusters do not expose their hosts.
 */
export function locationOf(client: { readonly options?: unknown }): string {
  const options = client.options as ClientOptions | null | undefined
  const { host, port = 6379 } = options?.socket ?? options ?? {}
  return typeof host === 'string' ? `Redis at ${host}:${port}` : 'Redis'
}
