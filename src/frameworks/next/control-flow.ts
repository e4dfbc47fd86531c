import type { Destination } from '../../runtime/port.js'

/**
 * Finds the control-flow error of Next.js in the chain of causes: a redirect, `notFound()`, or the signal
 * that a page cannot be prerendered. Next.js must receive this error unchanged.
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

/** Runs code and rethrows control-flow errors of Next.js unchanged. */
export async function rethrowingNextErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw nextError(error) ?? error
  }
}

/**
 * Throws the same error as `redirect()` of `next/navigation`, which a package cannot import into a route
 * handler that Turbopack bundles. But after POST, a route handler responds with 303 instead of 307, so that the browser does not send the
 * form again to the target.
 *
 * Next.js prepends `basePath` to a path in pages and in server actions that a script calls, but not in route handlers or for forms without
 * scripts. An absolute URL works in all of these places.
 *
 * @param method - After `'POST'`, as in a server action, the previous page stays in the browser's history.
 * @see https://nextjs.org/docs/app/api-reference/functions/redirect
 * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4.4
 */
export function redirectTo(destination: Destination, prefix: string, method: 'GET' | 'POST'): never {
  const target = destination.as(prefix === '' ? 'path' : 'url')
  const [history, status] = method === 'POST' ? ['push', 303] : ['replace', 307]
  throw Object.assign(new Error('NEXT_REDIRECT'), { digest: `NEXT_REDIRECT;${history};${target};${status};` })
}

/** Creates an error to which Next.js responds with status 401. */
export function unauthorized(): Error {
  const digest = 'NEXT_HTTP_ERROR_FALLBACK;401'
  return Object.assign(new Error(digest), { digest })
}

/**
 * Excludes the following code from prerendering, because a prerendered result would never change.
 * Does nothing outside of a request of the App Router, as in the Pages Router and in scripts.
 */
export async function notPrerendered(): Promise<void> {
  const { connection } = await import('next/server.js')
  try {
    await connection()
  } catch (error) {
    if (nextError(error) !== undefined) throw error
  }
}
