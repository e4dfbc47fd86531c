import { spawnSync } from 'node:child_process'
import { type PrivateRedis, privateRedis } from '../../support/stores/private-redis.js'
import { freePort } from './free-port.js'

/** Starts a cluster of three nodes on loopback, each of which syncs every write before it responds. */
export async function redisCluster(): Promise<readonly PrivateRedis[]> {
  const nodes: PrivateRedis[] = []
  for (let index = 0; index < 3; index++) {
    nodes.push(
      await privateRedis(
        ...['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())],
        // While one node is down, the other nodes still serve their slots.
        ...['--cluster-node-timeout', '1000', '--cluster-require-full-coverage', 'no'],
        ...['--appendonly', 'yes', '--appendfsync', 'always'],
      ),
    )
  }
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`)
  const made = spawnSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'], {
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`The cluster was not created: ${made.stdout}${made.stderr}`)
  for (const node of nodes) await clusterReady(node)
  return nodes
}

/** Waits until a node serves its slots. */
export async function clusterReady(node: PrivateRedis): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const info = String(await node.command('CLUSTER', 'INFO').catch(() => ''))
    if (info.includes('cluster_state:ok') && info.includes('cluster_slots_ok:16384')) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The cluster is not ready.')
}
