import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { median } from './measure.mjs'

/** The programs whose start is measured. */
export const imports = {
  "import '@auth/core'": "await import('@auth/core')",
  "import 'authwright'": "await import('authwright')",
  "import 'authwright' and one provider":
    "await import('authwright'); await import('authwright/providers/oidc')",
  "import 'authwright/jwt'": "await import('authwright/jwt')",
}

/**
 * Milliseconds from the start of a process to its end.
 *
 * @param {number} rounds
 * @param {Readonly<Record<string, string>>} programs by name
 * @returns {Promise<{ name: string, ms: number, over: number }[]>}
 */
export async function startTimes(rounds, programs) {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const entries = Object.entries({ 'Node.js alone': '', ...programs })
  /** @type {number[][]} */
  const times = entries.map(() => [])
  for (let round = -1; round < rounds; round++) {
    for (const [index, [, code]] of entries.entries()) {
      const start = performance.now()
      const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd })
      if (status !== 0) throw new Error(String(stderr))
      // The first round fills the cache of the file system.
      if (round >= 0) times[index]?.push(performance.now() - start)
    }
  }
  const [alone = []] = times
  return entries.map(([name], index) => {
    const own = times[index] ?? []
    const over = own.map((time, round) => time - (alone[round] ?? Number.NaN))
    return { name, ms: median(own), over: median(over) }
  })
}
