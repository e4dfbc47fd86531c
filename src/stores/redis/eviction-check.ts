import type { Opener } from './own-client.js'

export type ReadMemoryInfo = () => Promise<unknown>

/** `INFO` is allowed in scripts, `CONFIG` is not. */
export const MEMORY_INFO = "return redis.call('INFO', 'memory')"

/** Pause after a check that found no eviction. */
const PAUSE_MS = 60_000
/** Pause after a check that failed or found eviction. */
const RETRY_MS = 1_000

/**
 * Returns a function that rejects if the server evicts entries that have not expired. The policy can change while the server runs, so it is
 * checked again.
 *
 * A call waits only for its own check: on Cloudflare Workers, the check of another request never completes if that request ends first.
 */
export function evictionCheck(opener: Opener, read: ReadMemoryInfo): () => Promise<void> {
  let nextCheck = Number.NEGATIVE_INFINITY
  /** An empty string if the last check found no eviction. */
  let problem: string | undefined

  const check = async (): Promise<void> => {
    nextCheck = performance.now() + RETRY_MS
    problem = problemOf(opener, await memoryInfo(read))
    if (problem === '') nextCheck = performance.now() + PAUSE_MS
  }
  return async () => {
    const isDue = performance.now() >= nextCheck
    if (problem === undefined || (problem !== '' && isDue)) await check()
    else if (isDue) check().catch(() => undefined)
    if (problem) throw new Error(problem)
  }
}

/** Returns an empty string, which passes the check, if the server does not allow the script. */
async function memoryInfo(read: ReadMemoryInfo): Promise<string> {
  try {
    return String(await read())
  } catch (error) {
    // Only replies of the server start with one of these codes. So the server was reached, and refuses the script.
    if (error instanceof Error && /^(?:ERR|NOPERM) /.test(error.message)) return ''
    throw error
  }
}

const consequence: Readonly<Record<Opener, string>> = {
  redisStore: 'a revoked session would be valid again',
  redisSessions: 'users would be signed out',
}

function problemOf(opener: Opener, info: string): string {
  // The policy matters even without a memory limit, which can be set while the server runs.
  const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(info) ?? []
  if (policy === 'noeviction') return ''
  return `Redis evicts entries when its memory is full: its \`maxmemory-policy\` is "${policy}", and ${consequence[opener]}. Set it to "noeviction", or pass \`allowEviction: true\` to ${opener}().`
}

interface ClientOptions {
  readonly host?: unknown
  readonly port?: unknown
  readonly socket?: ClientOptions | null
}

/**
 * Returns a name for the server, such as `Redis at 10.0.0.5:6379`. The options of `redis` have the host in `socket`,
 * those of `ioredis` have it directly.
 */
export function locationOf(client: { readonly options?: unknown }): string {
  const options = client.options as ClientOptions | null | undefined
  const { host, port = 6379 } = options?.socket ?? options ?? {}
  return typeof host === 'string' ? `Redis at ${host}:${port}` : 'Redis'
}
