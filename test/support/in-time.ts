import { virtualTime } from './virtual-time.js'

/** These functions are saved before a test can replace them with a fake clock. */
const { setInterval: every, clearInterval: stop } = globalThis
const now = performance.now.bind(performance)

/** Maximum milliseconds of waiting, and of processor time, that a response may take by default. */
const LIMIT = 2_000

/** Minimum milliseconds between two checks of a pending response, and the maximum number of checks. */
const LOOK = 100
const TURNS = 1_000

/** The maximum number of threads that compute at the same time. */
const THREADS = 8

/**
 * The last reading of the processor time, and the milliseconds for which it is used. A new reading takes longer than
 * many responses take.
 */
const AGE = 20
let latest = { at: Number.NEGATIVE_INFINITY, computed: 0 }

/** The pending responses, each with the maximum number of responses that were pending together with it. */
const open = new Set<{ atOnce: number }>()

/**
 * Resolves to the result of `respond`, unless it takes `limit` milliseconds of waiting or of computing, or
 * never settles. It counts the delays of timers, turns of the event loop and processor time instead of the
 * wall clock, so a busy machine does not make a response late. Concurrent responses share the time.
 */
export async function inTime<Result>(respond: () => Promise<Result>, limit: number = LIMIT): Promise<Result> {
  const own = { atOnce: 0 }
  open.add(own)
  for (const one of open) one.atOnce = Math.max(one.atOnce, open.size)
  const time = virtualTime()
  if (now() - latest.at > AGE) latest = { at: now(), computed: computing() }
  const before = latest
  let timer: ReturnType<typeof every> | undefined
  const missing = new Promise<never>((_, reject) => {
    let turns = 0
    timer = every(() => {
      turns += 1
      if (turns >= TURNS)
        reject(new Error(`G1: there was no response after ${TURNS} checks, at least ${LOOK} ms apart.`))
    }, LOOK)
  })
  try {
    const result = await Promise.race([respond(), missing])
    if (time.waited >= limit) throw new Error(`G1: the response took ${time.waited} ms of waiting.`)
    // In this time, even `THREADS` threads together cannot use more than `limit` of processor time.
    if (now() - before.at <= limit / THREADS) return result
    const spent = (computing() - before.computed) / own.atOnce
    if (spent > limit) throw new Error(`G1: the response took ${spent} ms of computing.`)
    return result
  } finally {
    open.delete(own)
    time.end()
    stop(timer)
  }
}

/** Milliseconds of processor time so far; always 0 on a platform that does not report it. */
function computing(): number {
  try {
    return process.cpuUsage().user / 1_000
  } catch {
    return 0
  }
}
