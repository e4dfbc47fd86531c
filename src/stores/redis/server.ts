/** Queries a server, by a script, for its eviction policy. */
export type ReadMemoryInfo = () => Promise<unknown>

/** Checks whether a server evicts entries that have not expired. */
export interface EvictionCheck {
  /** `undefined` after a check that passed; else a promise that rejects when the server evicts entries. */
  pending(): Promise<void> | undefined
}

/** The script. `INFO` is allowed in scripts, `CONFIG` is not. */
export const MEMORY_INFO = "return redis.call('INFO', 'memory')"

/** Milliseconds between two checks of a server that does not evict entries, and of one that does. */
const PAUSE = 60_000
const PAUSE_WHILE_REFUSED = 1_000

/**
 * Checks the policy before the first call, which waits for it, and then once a minute beside other calls, because a
 * policy can change while the server runs. A server that does not allow the query is not checked.
 */
export function evictionCheck(read: ReadMemoryInfo): EvictionCheck {
  let nextCheck = Number.NEGATIVE_INFINITY
  let state: 'unknown' | 'kept' | 'evicted' = 'unknown'
  let problem = ''
  let checking: Promise<void> | undefined

  const check = async (): Promise<void> => {
    try {
      problem = problemOf(await memoryInfo(read))
      state = problem === '' ? 'kept' : 'evicted'
      nextCheck = performance.now() + (problem === '' ? PAUSE : PAUSE_WHILE_REFUSED)
    } finally {
      checking = undefined
    }
  }
  const refuse = (): void => {
    if (state === 'evicted') throw new Error(problem)
  }
  return {
    pending() {
      if (performance.now() >= nextCheck) checking ??= check()
      if (state === 'unknown') return checking?.then(refuse)
      // It runs beside other calls: later calls get its result, or its error.
      checking?.catch(() => undefined)
      return state === 'evicted' ? (checking ?? Promise.resolve()).then(refuse) : undefined
    },
  }
}

/** Empty where the server does not allow the script: then the policy is unknown. */
async function memoryInfo(read: ReadMemoryInfo): Promise<string> {
  try {
    return String(await read())
  } catch (error) {
    // Replies of the server start with a code; errors of the connection do not.
    if (error instanceof Error && /^(?:ERR|NOPERM) /.test(error.message)) return ''
    throw error
  }
}

function problemOf(info: string): string {
  const [, limit = '0'] = /^maxmemory:(\d+)/m.exec(info) ?? []
  const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(info) ?? []
  if (limit === '0' || policy === 'noeviction') return ''
  return `Redis evicts entries when its memory is full: its \`maxmemory-policy\` is "${policy}", and a session that was signed out of would be live again. Set it to "noeviction", or pass \`allowEviction: true\` to redisStore().`
}

/** The options of `redis` have a member `socket`, those of `ioredis` the host itself. Clusters do not expose their addresses. */
export function locationOf({ options }: { readonly options?: unknown }): string {
  const { socket = options } = Object(options) as { socket?: unknown }
  const { host, port = 6379 } = Object(socket) as { host?: unknown; port?: unknown }
  return typeof host === 'string' ? `Redis at ${host}:${port}` : 'Redis'
}
