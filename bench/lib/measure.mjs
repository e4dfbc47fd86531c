/**
 * One measured case.
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {() => unknown} run one operation
 * @property {(result: any) => unknown} check throws if the result is wrong
 * @property {string} [against] the name of the case for comparison. Missing if this case is the reference
 * @property {number} [target] how many times as fast it should be
 * @property {number} [maxMore] how many microseconds longer than `against` it may take
 * @property {number} [maxKiB] the maximum memory that it may allocate
 * @property {number} [inFlight] operations at a time. Default: 16
 */

/** @typedef {{ wall: number, cpu: number }} Sample microseconds per operation */
/** @typedef {{ name: string, against: string | undefined, target: number | undefined, maxMore: number | undefined, more: number | undefined, wall: number, wallRatio: number | undefined, cpu: number, cpuRatio: number | undefined }} Row */

/** @param {Case} each */
export async function verify({ name, run, check }) {
  try {
    await check(await run())
  } catch (error) {
    throw new Error(`${name} returns a wrong result.`, { cause: error })
  }
}

/**
 * Runs all cases in turn for many rounds, and compares times within a round, so that other load on the machine
 * affects all cases equally. Wall time includes waiting, and CPU time does not.
 *
 * @param {readonly Case[]} cases
 * @param {{ rounds: number, ms: number }} options milliseconds of a turn
 * @returns {Promise<Row[]>}
 */
export async function compare(cases, { rounds, ms }) {
  for (const each of cases) await verify(each)
  /** @type {Map<string, Sample[]>} */
  const samples = new Map(cases.map(({ name }) => [name, []]))
  for (const each of cases) await turn(each, ms)
  for (let round = 0; round < rounds; round++) {
    for (const each of shuffled(cases)) samples.get(each.name)?.push(await turn(each, ms))
  }
  return cases.map(({ name, against, target, maxMore }) => {
    const own = samples.get(name) ?? []
    const other = against === undefined ? undefined : samples.get(against)
    /** @param {'wall' | 'cpu'} kind */
    const ratio = (kind) =>
      other && median(own.map((each, round) => (other[round]?.[kind] ?? Number.NaN) / each[kind]))
    return {
      name,
      against,
      target,
      maxMore,
      more: other && median(own.map(({ cpu }, round) => cpu - (other[round]?.cpu ?? Number.NaN))),
      wall: median(own.map(({ wall }) => wall)),
      wallRatio: ratio('wall'),
      cpu: median(own.map(({ cpu }) => cpu)),
      cpuRatio: ratio('cpu'),
    }
  })
}

/** @param {Case} each @param {number} ms @returns {Promise<Sample>} */
async function turn({ run, inFlight = 16 }, ms) {
  const cpu = process.cpuUsage()
  const start = performance.now()
  let done = 0
  const worker = async () => {
    do {
      await run()
      done++
    } while (performance.now() < start + ms)
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  const { user, system } = process.cpuUsage(cpu)
  return { wall: ((performance.now() - start) * 1000) / done, cpu: (user + system) / done }
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** @template T @param {readonly T[]} items @returns {T[]} */
function shuffled(items) {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
