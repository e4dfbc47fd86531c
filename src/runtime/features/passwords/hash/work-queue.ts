import { ServerBusy } from '../../../../errors.js'

/** At 40 ms per hash, the last job waits for four seconds. */
const WAITING_PER_JOB = 100

/** After that, the client has given up, or retries as `Retry-After` says. */
const MAX_WAIT_MS = 5_000

/** Some platforms end a request and its promises when the client disconnects, so the job counts as lost. */
const MAX_RUN_MS = 60_000

interface Running {
  readonly since: number
}

interface Waiting {
  readonly since: number
  start(job: Running): void
  refuse(error: ServerBusy): void
}

/** Limits concurrent jobs, so that their memory is bounded. Other jobs wait in order. */
export class WorkQueue {
  readonly #concurrency: number
  readonly #running = new Set<Running>()
  readonly #waiting: Waiting[] = []

  /** @param concurrency - At least 1. */
  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** Throws `ServerBusy` if too many jobs wait, or if this job has waited too long. */
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
