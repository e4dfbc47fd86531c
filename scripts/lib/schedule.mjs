/** @typedef {import('./steps.mjs').Step} Step */

/**
 * Runs steps, two at a time at most, each after those it names in `after`. A step that fails does not stop the
 * others; those that need it are not run.
 *
 * @param {readonly Step[]} steps
 * @param {(step: Step) => Promise<boolean>} perform runs one, and tells whether it passed
 * @param {(step: Step, failed: readonly string[]) => void} abandon is told of one that cannot run, and why
 * @returns {Promise<void>}
 */
export async function schedule(steps, perform, abandon) {
  const slots = 2
  const chosen = new Set(steps.map(({ name }) => name))
  const waiting = [...steps]
  /** @type {Map<Step, Promise<void>>} */
  const running = new Map()
  /** @type {Map<string, boolean>} */
  const passed = new Map()

  /** @param {Step} step */
  const prerequisites = ({ after = [] }) => after.filter((name) => chosen.has(name))

  /** @param {Step} step */
  const mayStart = (step) => {
    const alone = step.runs === 'alone' || [...running.keys()].some(({ runs }) => runs === 'alone')
    const free = alone ? running.size === 0 : running.size < slots
    return free && prerequisites(step).every((name) => passed.has(name))
  }

  /** @param {Step} step */
  const start = (step) => {
    const done = perform(step).then((ok) => {
      passed.set(step.name, ok)
      running.delete(step)
    })
    running.set(step, done)
  }

  while (waiting.length > 0 || running.size > 0) {
    const index = waiting.findIndex(mayStart)
    const [step] = index === -1 ? [] : waiting.splice(index, 1)
    if (step === undefined) {
      await Promise.race(running.values())
      continue
    }
    const failed = prerequisites(step).filter((name) => passed.get(name) === false)
    if (failed.length === 0) start(step)
    else {
      passed.set(step.name, false)
      abandon(step, failed)
    }
  }
}
