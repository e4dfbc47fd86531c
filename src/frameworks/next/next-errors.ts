/**
 * The error that Next.js steers by, where one is behind an error: a redirect, `notFound()`, or the sign that a
 * page cannot be rendered ahead. It must reach Next.js as it was thrown.
 */
export function nextError(error: unknown): unknown {
  const seen = new Set<unknown>()
  for (let current = error; typeof current === 'object' && current !== null; ) {
    if (seen.has(current)) return undefined
    seen.add(current)
    const { digest, cause } = current as { digest?: unknown; cause?: unknown }
    if (typeof digest === 'string') return current
    current = cause
  }
  return undefined
}

/** Runs what may call functions of Next.js, and lets the errors by which it steers through unchanged. */
export async function steered<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw nextError(error) ?? error
  }
}
