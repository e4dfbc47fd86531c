import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { median } from './measure.mjs'
import { optional } from './optional.mjs'

/** @typedef {{ name: string, url: string, cookie: string, target: number | undefined }} Variant */
/** @typedef {{ name: string, target: number | undefined, perSecond: number, ratio: number, cpu: number, cpuRatio: number, p99: number }} HttpRow */

/**
 * Reads sessions over HTTP, from servers in separate processes, with sixteen connections.
 *
 * @param {number} rounds
 * @returns {Promise<HttpRow[]>}
 */
export async function http(rounds) {
  const autocannon = await optional('autocannon')
  if (!autocannon) return []
  const server = fork(fileURLToPath(new URL('./http-server.mjs', import.meta.url)), {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  /** @type {Variant[]} */
  const variants = await new Promise((resolve) => server.once('message', /** @type {any} */ (resolve)))
  /** @returns {Promise<number>} */
  const cpu = () =>
    new Promise((resolve) => {
      server.once('message', /** @type {any} */ (resolve))
      server.send('cpu')
    })
  const samples = variants.map(() => /** @type {{ rate: number, cpu: number, p99: number }[]} */ ([]))
  for (let round = -1; round < Math.ceil(rounds / 5); round++) {
    for (const [index, { name, url, cookie }] of variants.entries()) {
      const before = await cpu()
      const result = await autocannon.default({ url, connections: 16, duration: 2, headers: { cookie } })
      if (result.errors > 0 || result.non2xx > 0) throw new Error(`${name} did not respond to every request.`)
      const { total } = result.requests
      if (round < 0) continue
      samples[index]?.push({
        rate: total / result.duration,
        cpu: ((await cpu()) - before) / total,
        p99: result.latency.p99,
      })
    }
  }
  server.kill()
  const [reference = []] = samples
  return variants.map(({ name, target }, index) => {
    const own = samples[index] ?? []
    return {
      name,
      target,
      perSecond: median(own.map(({ rate }) => rate)),
      ratio: median(own.map(({ rate }, round) => rate / (reference[round]?.rate ?? Number.NaN))),
      cpu: median(own.map(({ cpu }) => cpu)),
      cpuRatio: median(own.map(({ cpu }, round) => (reference[round]?.cpu ?? Number.NaN) / cpu)),
      p99: median(own.map(({ p99 }) => p99)),
    }
  })
}
