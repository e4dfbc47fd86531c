import { type RedirectScope, redirectTarget } from '../../runtime/http/redirects.js'

/**
 * Throws what `redirect()` of `next/navigation` throws, which cannot be loaded from a package in a route handler that Turbopack built.
 *
 * Next.js adds `basePath` to a path in pages and in server actions that a script calls, but neither in route handlers nor for forms
 * without scripts. A whole URL means the same to all of them.
 *
 * @param history - Whether the browser's history keeps the page before, as after a server action.
 * @see https://nextjs.org/docs/app/api-reference/functions/redirect
 */
export function redirectTo(url: string, scope: RedirectScope, history: 'push' | 'replace'): never {
  const target = redirectTarget(url, scope, scope.prefix === '' ? 'path' : 'url')
  throw Object.assign(new Error('NEXT_REDIRECT'), { digest: `NEXT_REDIRECT;${history};${target};307;` })
}
