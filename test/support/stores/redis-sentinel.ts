import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type PrivateRedis, privateRedis } from './private-redis.js'

/** A primary with two replicas, and three sentinels, which promote one of the replicas if the primary fails. */
export interface RedisSentinel {
  readonly sentinels: readonly { readonly host: string; readonly port: number }[]
  readonly primary: PrivateRedis
  /** The sentinel that fails together with the primary, as if both were on one host. */
  readonly sentinelBeside: PrivateRedis
  /** Resolves once both replicas have received all previous writes. */
  replicated(): Promise<void>
  /** Resolves once the previous primary follows the new primary. */
  follows(server: PrivateRedis): Promise<void>
  stop(): Promise<void>
}

const NAME = 'mymaster'
const HOST = '127.0.0.1'

/** Milliseconds without a reply after which a sentinel considers the primary down. */
const DOWN_AFTER = 2_000

/** Milliseconds. If no sentinel gets a majority of the votes, the next failover starts after twice that time. */
const FAILOVER_TIMEOUT = 2_000

/** Starts the six servers on loopback. */
export async function redisSentinel(): Promise<RedisSentinel> {
  const folder = await mkdtemp(path.join(tmpdir(), 'authwright-sentinel-'))
  const started: PrivateRedis[] = []
  const start = async (...options: string[]): Promise<PrivateRedis> => {
    const server = await privateRedis(...options)
    started.push(server)
    return server
  }
  const stop = async (): Promise<void> => {
    for (const server of started) await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  /** Starts a sentinel, which writes its state into its configuration file. */
  const startSentinel = async (index: number, port: number): Promise<PrivateRedis> => {
    const file = path.join(folder, `sentinel-${index}.conf`)
    const lines = [
      `sentinel monitor ${NAME} ${HOST} ${port} 2`,
      `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER}`,
      `sentinel failover-timeout ${NAME} ${FAILOVER_TIMEOUT}`,
    ]
    await writeFile(file, `${lines.join('\n')}\n`)
    return start(file, '--sentinel')
  }
  try {
    // As docs/stores.md recommends, a primary without replicas refuses writes.
    const bounded = [
      '--min-replicas-to-write',
      '1',
      '--min-replicas-max-lag',
      '2',
      '--repl-diskless-sync-delay',
      '0',
    ]
    const primary = await start(...bounded)
    const of = ['--replicaof', HOST, String(primary.port)]
    await start(...bounded, ...of)
    await start(...bounded, ...of)
    const sentinels: PrivateRedis[] = []
    for (let index = 0; index < 3; index++) sentinels.push(await startSentinel(index, primary.port))
    await until(() => isComplete(sentinels))
    return {
      sentinels: sentinels.map(({ port }) => ({ host: HOST, port })),
      primary,
      sentinelBeside: sentinels[0] as PrivateRedis,
      async replicated() {
        const info = async (): Promise<string> => String(await primary.command('INFO', 'replication'))
        const written = Number(/master_repl_offset:(\d+)/.exec(await info())?.[1])
        await until(async () => {
          const offsets = [...(await info()).matchAll(/^slave\d:.*offset=(\d+)/gm)]
          return offsets.filter(([, offset]) => Number(offset) >= written).length === 2
        })
      },
      async follows(server) {
        await until(async () => {
          const info = String(await server.command('INFO', 'replication').catch(() => ''))
          return info.includes('role:slave') && info.includes('master_link_status:up')
        })
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Whether each sentinel knows both replicas and the other sentinels. */
async function isComplete(sentinels: readonly PrivateRedis[]): Promise<boolean> {
  for (const sentinel of sentinels) {
    const info = String(await sentinel.command('INFO', 'sentinel'))
    if (!info.includes('slaves=2,sentinels=3')) return false
  }
  return true
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The servers of Redis Sentinel did not find each other.')
}
