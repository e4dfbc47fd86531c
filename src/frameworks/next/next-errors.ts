import type { Destination } from '../../runtime/port.js'

/**
 * The control-flow error of Next.js behind an error: a redirect, `notFound()`, or the sign that a
 * page cannot be prerendered. It must reach Next.js as it was thrown.
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

/** Runs code that may call functions of Next.js, and rethrows their control-flow errors unchanged. */
export async function rethrowingNextErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw nextError(error) ?? error
  }
}

/**
 * Throws what `redirect()` of `next/navigation` throws, which cannot be loaded from a package in a route handler that Turbopack built.
 *
 * Next.js adds `basePath` to a path in pages and in server actions that a script calls, but neither in route handlers nor for forms
 * without scripts. A whole URL means the same to all of them.
 *
 * @param history - Whether the browser's history keeps the page before, as after a server action.
 * @see https://nextjs.org/docs/app/api-reference/functions/redirect
 */
export function redirectTo(destination: Destination, prefix: string, history: 'push' | 'replace'): never {
  const target = destination.as(prefix === '' ? 'path' : 'url')
  throw Object.assign(new Error('NEXT_REDIRECT'), { digest: `NEXT_REDIRECT;${history};${target};307;` })
}

/** The error that Next.js responds to with 401. */
export function unauthorized(): Error {
  const digest = 'NEXT_HTTP_ERROR_FALLBACK;401'
  return Object.assign(new Error(digest), { digest })
}
