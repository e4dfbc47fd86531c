import { keyDerivation } from '#key-derivation'
import { ServerBusy } from '../../../../errors.js'

/** The thread pool of Node.js runs four jobs at once, unless `UV_THREADPOOL_SIZE` is set. */
const MAX_CONCURRENT_HASHES = 4

/** Maximum number of waiting jobs per running job. At 40 ms per hash, the last job waits for four seconds. */
const WAITING_PER_JOB = 100

/** After this time, the client has given up, or retries as `Retry-After` says. */
const MAX_WAIT_MS = 5_000

/** After this time, a job counts as lost: some platforms end a request and its promises when the client disconnects. */
const MAX_RUN_MS = 60_000

/**
 * Creates a queue that hashes as many passwords at once as there are processors, at most four. On platforms
 * without threads, requests cannot wait for each other, so there is no queue.
 */
export function createHashQueue(): WorkQueue | undefined {
  const processors = keyDerivation?.processors()
  return processors === undefined ? undefined : new WorkQueue(Math.min(processors, MAX_CONCURRENT_HASHES))
}

interface Running {
  readonly since: number
}

interface Waiting {
  readonly since: number
  start(job: Running): void
  refuse(): void
  stopTimer(): void
}

/** Limits concurrent jobs, so that their memory is bounded. Other jobs wait in order. */
export class WorkQueue {
  readonly #concurrency: number
  readonly #running = new Set<Running>()
  readonly #waiting = new Set<Waiting>()

  /** @param concurrency - At least 1. */
  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /**
   * Waits until a job may run, and runs it. Throws `ServerBusy` if too many jobs wait, or if this job has
   * waited too long.
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const job = await this.#acquire()
    try {
      return await work()
    } finally {
      this.#running.delete(job)
      this.#startWaiting()
    }
  }

  async #acquire(): Promise<Running> {
    // Jobs that count as lost must not keep the queue full.
    this.#startWaiting()
    if (this.#waiting.size >= this.#concurrency * WAITING_PER_JOB) throw busy()
    return new Promise((resolve, reject) => {
      const refuse = (): void => reject(busy())
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting)
        refuse()
      }, MAX_WAIT_MS)
      const stopTimer = (): void => clearTimeout(timer)
      const waiting: Waiting = { since: performance.now(), start: resolve, refuse, stopTimer }
      this.#waiting.add(waiting)
      this.#startWaiting()
    })
  }

  #startWaiting(): void {
    const now = performance.now()
    for (const job of this.#running) {
      if (now - job.since > MAX_RUN_MS) this.#running.delete(job)
    }
    for (const waiting of this.#waiting) {
      if (this.#running.size >= this.#concurrency) return
      this.#waiting.delete(waiting)
      waiting.stopTimer()
      // The timer of a busy process runs late.
      if (now - waiting.since > MAX_WAIT_MS) {
        waiting.refuse()
        continue
      }
      const job = { since: now }
      this.#running.add(job)
      waiting.start(job)
    }
  }
}

function busy(): ServerBusy {
  return new ServerBusy('Too many passwords wait to be hashed.')
}
