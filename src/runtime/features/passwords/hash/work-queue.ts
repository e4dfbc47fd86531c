import { ServerBusy } from '../../../../errors.js'

/** Maximum number of waiting jobs per running job. At 40 ms per hash, the last job waits for four seconds. */
const WAITING_PER_JOB = 100

/**
 * Maximum waiting time. A job that has waited longer is refused, because its client has given up, or retries
 * as `Retry-After` says.
 */
const MAX_WAIT_MS = 5_000

/**
 * Maximum running time. A job that runs longer counts as lost, because some platforms end a request and its
 * promises when the client disconnects.
 */
const MAX_RUN_MS = 60_000

interface Running {
  readonly since: number
}

interface Waiting {
  readonly since: number
  start(job: Running): void
  refuse(error: ServerBusy): void
}

/**
 * Limits concurrent jobs, so that their memory is bounded. A limited number of other jobs wait in order, and
 * all further jobs are refused.
 */
export class WorkQueue {
  readonly #concurrency: number
  readonly #running = new Set<Running>()
  readonly #waiting: Waiting[] = []

  /** @param concurrency - Maximum number of jobs at the same time. At least 1. */
  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** @throws {ServerBusy} If too many jobs wait, or if this job has waited too long. */
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
    // Removes jobs that count as lost, so that they do not keep the queue full.
    this.#startWaiting()
    if (this.#waiting.length >= this.#concurrency * WAITING_PER_JOB) throw busy()
    return new Promise((start, refuse) => {
      this.#waiting.push({ since: performance.now(), start, refuse })
      this.#startWaiting()
    })
  }

  #startWaiting(): void {
    const now = performance.now()
    for (const job of this.#running) {
      if (now - job.since > MAX_RUN_MS) this.#running.delete(job)
    }
    while (this.#running.size < this.#concurrency) {
      const next = this.#waiting.shift()
      if (!next) return
      if (now - next.since > MAX_WAIT_MS) {
        next.refuse(busy())
        continue
      }
      const job = { since: now }
      this.#running.add(job)
      next.start(job)
    }
  }
}

function busy(): ServerBusy {
  return new ServerBusy('Too many passwords wait to be hashed.')
}
