import type { Destination } from '../../runtime/port.js'

/**
 * Finds a control-flow error of Next.js in an error and its causes: a redirect, `notFound()`, or the signal that a page cannot be
 * prerendered. Next.js must receive this error unchanged.
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

export async function rethrowingNextErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw nextError(error) ?? error
  }
}

/**
 * Throws the same error as `redirect()` of `next/navigation`. A package cannot import that module into a route handler of Turbopack.
 * After POST, the status is 303, so that the browser does not send the form again.
 *
 * Next.js prepends `basePath` to a path in some places only. An absolute URL works everywhere.
 *
 * @see https://nextjs.org/docs/app/api-reference/functions/redirect
 * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4.4
 */
export function redirectTo(destination: Destination, prefix: string, method: 'GET' | 'POST'): never {
  const target = destination.as(prefix === '' ? 'path' : 'url')
  const [history, status] = method === 'POST' ? ['push', 303] : ['replace', 307]
  throw Object.assign(new Error('NEXT_REDIRECT'), { digest: `NEXT_REDIRECT;${history};${target};${status};` })
}

/** Next.js responds to this error with status 401. */
export function unauthorized(): Error {
  const digest = 'NEXT_HTTP_ERROR_FALLBACK;401'
  return Object.assign(new Error(digest), { digest })
}

/** Prevents prerendering, because a prerendered result would never change. Does nothing outside of a request of the App Router. */
export async function notPrerendered(): Promise<void> {
  const { connection } = await import('next/server.js')
  try {
    await connection()
  } catch (error) {
    if (nextError(error) !== undefined) throw error
  }
}
