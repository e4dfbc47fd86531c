/** @param {number | undefined} value */
const times = (value) => (value === undefined ? '' : `${value.toFixed(value < 10 ? 2 : 1)} ×`)

/** @param {readonly string[]} head @param {readonly (readonly (string | number)[])[]} rows */
function table(head, rows) {
  const line = (/** @type {readonly (string | number)[]} */ cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  )
}

/** @param {readonly import('./measure.mjs').Row[]} rows */
export function comparisonTable(rows) {
  return table(
    ['', 'µs', 'processor µs', 'times as fast', 'by processor time', 'target'],
    rows.map(({ name, wall, cpu, wallRatio, cpuRatio, target, more, maxMore }) => [
      name,
      wall.toFixed(1),
      cpu.toFixed(1),
      times(wallRatio),
      times(cpuRatio),
      maxMore === undefined ? times(target) : `+${more?.toFixed(0)} of at most +${maxMore} processor µs`,
    ]),
  )
}

/** @param {readonly { name: string, kiB: number, maxKiB: number | undefined }[]} rows */
export function allocationTable(rows) {
  return table(
    ['', 'KiB allocated', 'target'],
    rows.map(({ name, kiB, maxKiB }) => [name, kiB.toFixed(1), maxKiB === undefined ? '' : `≤ ${maxKiB}`]),
  )
}

/** @param {readonly import('./adapter-cost.mjs').AdapterCost[]} rows */
export function adapterTable(rows) {
  return table(
    ['', 'processor µs', 'in addition to the query', 'reads per check', 'writes in 100 checks when due'],
    rows.map(({ name, cpu, over, reads, writes }) => [name, cpu.toFixed(0), over.toFixed(0), reads, writes]),
  )
}

/** @param {readonly import('./http.mjs').HttpRow[]} rows */
export function httpTable(rows) {
  return table(
    ['', 'requests a second', 'times as many', 'processor µs', 'by processor time', 'target', 'p99, ms'],
    rows.map(({ name, perSecond, ratio, cpu, cpuRatio, target, p99 }) => [
      name,
      perSecond.toFixed(0),
      times(ratio),
      cpu.toFixed(0),
      times(cpuRatio),
      times(target),
      p99,
    ]),
  )
}

/** @param {readonly { name: string, ms: number, over: number }[]} rows */
export function startTable(rows) {
  return table(
    ['', 'ms', 'over Node.js alone, ms'],
    rows.map(({ name, ms, over }) => [name, ms.toFixed(1), over.toFixed(1)]),
  )
}

/**
 * @param {readonly { name: string, over: number }[]} rows
 * @param {Readonly<Record<string, number>>} sizes bytes by name
 */
export function bundleTable(rows, sizes) {
  return table(
    ['', 'bytes, gzip', 'ms in addition to Node.js'],
    rows
      .filter(({ name }) => name in sizes)
      .map(({ name, over }) => [name, sizes[name] ?? 0, over.toFixed(1)]),
  )
}

/** @param {readonly { name: string, operations: number, bytes: number }[]} rows */
export function retainedTable(rows) {
  return table(
    ['', 'operations', 'bytes kept per operation'],
    rows.map(({ name, operations, bytes }) => [name, operations, bytes.toFixed(2)]),
  )
}

/** @param {Awaited<ReturnType<typeof import('./cluster.mjs').cluster>>} outcome */
export function clusterTable({ samples, seconds, lost, resurrected, live, ended }) {
  const phases = [
    'nothing',
    ...new Set(samples.map(({ phase }) => phase).filter((phase) => phase !== 'nothing')),
  ]
  const kinds = [...new Set(samples.map(({ kind }) => kind))].sort()
  const row = (
    /** @type {string} */ name,
    /** @type {(sample: (typeof samples)[number]) => boolean} */ isOf,
  ) => {
    const own = samples.filter(isOf)
    const failed = own.filter((sample) => sample.failed).length
    const times = own
      .filter((sample) => !sample.failed)
      .map(({ ms }) => ms)
      .sort((a, b) => a - b)
    const quantile = (/** @type {number} */ part) => times[Math.floor(times.length * part)]?.toFixed(0) ?? ''
    const share = own.length === 0 ? 0 : (failed / own.length) * 100
    return [name, String(own.length), String(failed), `${share.toFixed(2)} %`, quantile(0.5), quantile(0.99)]
  }
  const rows = table(
    ['', 'operations', 'failed', 'error rate', 'p50 ms', 'p99 ms'],
    [
      row('all', () => true),
      ...kinds.map((kind) => row(kind, (sample) => sample.kind === kind)),
      ...phases.map((phase) =>
        row(
          phase === 'nothing' ? 'without a restart' : `restart of ${phase}`,
          (sample) => sample.phase === phase,
        ),
      ),
    ],
  )
  return `${rows}\n\n${seconds.toFixed(0)} seconds; ${live} sessions live at the end, ${ended} signed out: ${lost} lost, ${resurrected} valid again after the sign-out.`
}
