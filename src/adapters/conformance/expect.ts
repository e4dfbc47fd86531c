/** `null`, `undefined` and a missing field count as equal. */
export function expectEqual(actual: unknown, expected: unknown, subject: string): void {
  if (!isEqual(actual, expected)) fail(subject, `expected ${format(expected)}, got ${format(actual)}`)
}

/** `actual` may have more fields. */
export function expectFields(actual: unknown, expected: object, subject: string): void {
  if (!isRecord(actual)) fail(subject, `expected an object, got ${format(actual)}`)
  for (const [name, value] of Object.entries(expected))
    expectEqual(actual[name], value, `${subject}: "${name}"`)
}

export function expectNothing(actual: unknown, subject: string): void {
  if (actual !== null && actual !== undefined) fail(subject, `expected null, got ${format(actual)}`)
}

export async function expectRejection(run: () => unknown, subject: string): Promise<void> {
  let result: unknown
  try {
    result = await run()
  } catch {
    return
  }
  fail(subject, `expected a rejection, but it returned ${format(result)}`)
}

export function fail(subject: string, problem: string): never {
  throw new Error(`${subject}: ${problem}.`)
}

function isEqual(a: unknown, b: unknown): boolean {
  if (a instanceof Date || b instanceof Date) {
    return a instanceof Date && b instanceof Date && a.getTime() === b.getTime()
  }
  if (!isRecord(a) || !isRecord(b)) return Object.is(a ?? null, b ?? null)
  if (Array.isArray(a) !== Array.isArray(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isEqual(a[name], b[name]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function format(value: unknown): string {
  if (value instanceof Date) return `a Date of ${value.getTime()} ms`
  return (
    JSON.stringify(value, (_name, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ??
    String(value)
  )
}
