/** Runs a script that returns the memory information of a server. */
export type ReadMemoryInfo = () => Promise<unknown>

/** Checks whether a server evicts entries that have not expired. */
export interface EvictionCheck {
  /** `undefined` after a successful check. Otherwise a promise that rejects if the server evicts entries. */
  pending(): Promise<void> | undefined
}

/** `INFO` is allowed in scripts, `CONFIG` is not. */
export const MEMORY_INFO = "return redis.call('INFO', 'memory')"

/** Pause between two checks, in milliseconds. It depends on whether the server evicts entries. */
const PAUSE = 60_000
const PAUSE_WHILE_REFUSED = 1_000

/**
 * Checks the policy before the first call, which waits for it. Then checks once a minute without delaying other calls, because a policy can
 * change while the server runs. A server that does not allow the query is not checked.
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
      // Not awaited: later calls get its result or its error.
      checking?.catch(() => undefined)
      return state === 'evicted' ? (checking ?? Promise.resolve()).then(refuse) : undefined
    },
  }
}

/** Returns an empty string if the server does not allow the script. The policy is then unknown. */
async function memoryInfo(read: ReadMemoryInfo): Promise<string> {
  try {
    return String(await read())
  } catch (error) {
    // Replies of the server start with a code; connection errors do not.
    if (error instanceof Error && /^(?:ERR|NOPERM) /.test(error.message)) return ''
    throw error
  }
}

function problemOf(info: string): string {
  // Also checked without a memory limit. A limit can be set while the server runs, and entries would be lost
  // until the next check.
  const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(info) ?? []
  if (policy === 'noeviction') return ''
  return `Redis evicts entries when its memory is full: its \`maxmemory-policy\` is "${policy}", and a revoked session would be valid again. Set it to "noeviction", or pass \`allowEviction: true\` to redisStore().`
}

/**
 * The options of `redis` have a member `socket`. Those of `ioredis` contain the host directly. Clusters do
 * not expose their hosts.
 */
export function locationOf({ options }: { readonly options?: unknown }): string {
  const { socket = options } = Object(options) as { socket?: unknown }
  const { host, port = 6379 } = Object(socket) as { host?: unknown; port?: unknown }
  return typeof host === 'string' ? `Redis at ${host}:${port}` : 'Redis'
}
