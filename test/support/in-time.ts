/** Taken before a test can replace them by a clock of its own. */
const { setInterval: every, clearInterval: stop } = globalThis

const TICK = 100
const LIMIT = 2_000

/** How many answers are waited for. */
let open = 0

/**
 * What `answer` resolves to, unless it takes more than two seconds of waiting or of computing. Turns of the
 * event loop and processor time are counted, not the clock on the wall: a busy machine is no slow answer. Answers that
 * are waited for at once share the time.
 */
export async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  open += 1
  const sharing = open
  const before = computing()
  let timer: ReturnType<typeof every> | undefined
  const late = new Promise<never>((_, reject) => {
    let turns = 0
    timer = every(() => {
      turns += 1
      if (turns * TICK >= LIMIT) reject(new Error('G1: there was no answer within two seconds.'))
    }, TICK)
  })
  try {
    const answered = await Promise.race([answer, late])
    const spent = (computing() - before) / Math.max(sharing, open)
    if (spent > LIMIT) throw new Error(`G1: the answer took ${spent} ms of computing.`)
    return answered
  } finally {
    open -= 1
    stop(timer)
  }
}

/** Milliseconds of processor time so far; always 0 on a platform that does not tell. */
function computing(): number {
  try {
    return process.cpuUsage().user / 1_000
  } catch {
    return 0
  }
}
