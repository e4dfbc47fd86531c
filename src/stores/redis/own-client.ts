import { loadDriver } from '#redis-driver'
import { lazily } from '../../model/lazily.js'
import { parseUrl } from '../../model/parse-url.js'
import type { RedisClient } from './client.js'
import type { RedisDriver } from './driver.js'

export type Opener = 'redisStore' | 'redisSessions'

export interface OwnRedisClient extends RedisClient {
  close(): Promise<void>
}

type Client = ReturnType<RedisDriver['createClient']>

const PING_MS = 1_000

/** After `SILENT_CHECKS` checks without a reply, the connection is replaced. */
const CHECK_MS = 500
const SILENT_CHECKS = 6

/**
 * Opens a client for a URL. If a host vanishes, its connection stays open, so the client also reconnects when no reply
 * comes for three seconds.
 */
export function ownClient(opener: Opener, url: string | undefined): OwnRedisClient {
  const { hostname, port } = redisUrl(opener, url)
  // `opened` is set when the client is first used. `close()` awaits this promise, because it must not open a client
  // itself.
  let opened: Promise<OpenClient> | undefined
  let isClosed = false
  const open = lazily(() => (opened = connect(opener, url)))
  return {
    options: { host: hostname, port: port || undefined },
    async eval(script, options) {
      if (isClosed) throw new Error(`${opener}() was closed by close(). Call it again to open a connection.`)
      return (await open()).client.eval(script, options)
    },
    async close() {
      isClosed = true
      const connection = await opened?.catch(() => undefined)
      connection?.close()
    },
  }
}

function redisUrl(opener: Opener, url: string | undefined): URL {
  if (url === undefined || url === '') {
    throw new TypeError(
      `The \`url\` of ${opener}() is missing. Set its environment variable, such as REDIS_URL, to a URL like redis://127.0.0.1:6379.`,
    )
  }
  const parsed = parseUrl(url)
  if (parsed?.protocol === 'redis:' || parsed?.protocol === 'rediss:') return parsed
  // The message does not quote the URL, because it may contain a password.
  throw new TypeError(`The \`url\` of ${opener}() must begin with redis:// or rediss://.`)
}

interface OpenClient {
  readonly client: Client
  close(): void
}

async function connect(opener: Opener, url: string | undefined): Promise<OpenClient> {
  const { createClient } = await loadDriver(opener)
  const client: Client = createClient({
    ...(url !== undefined && { url }),
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: { connectTimeout: PING_MS, reconnectStrategy: (retries) => Math.min(retries * 100, PING_MS) },
  })
  // Without a listener, an error would end the process.
  client.on('error', () => undefined)
  // The silence is measured in checks, not in time, because time also passes while the process is suspended or busy.
  let silentChecks = 0
  const noteReply = (): void => {
    silentChecks = 0
  }
  client.on('ping-interval', noteReply)
  client.on('ready', noteReply)
  const watch = setInterval(() => {
    silentChecks++
    if (silentChecks < SILENT_CHECKS || !client.isOpen) return
    silentChecks = 0
    client.destroy()
    client.connect().catch(() => undefined)
  }, CHECK_MS)
  // The interval must not keep the process running.
  ;(watch as { unref?: () => void }).unref?.()
  const close = (): void => {
    clearInterval(watch)
    if (client.isOpen) client.destroy()
  }
  try {
    await withinASecond(client.connect())
  } catch (error) {
    close()
    throw error
  }
  return { client, close }
}

/**
 * Rejects after about a second, because the client never stops trying to connect. Steps are counted instead of time,
 * because time also passes while the process is suspended.
 */
async function withinASecond(connecting: Promise<unknown>): Promise<void> {
  connecting.catch(() => undefined)
  let steps = 10
  let timer: ReturnType<typeof setInterval> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      steps--
      if (steps === 0) reject(new Error('Redis did not respond within a second.'))
    }, 100)
  })
  try {
    await Promise.race([connecting, timeout])
  } finally {
    clearInterval(timer)
  }
}
