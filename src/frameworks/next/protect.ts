import { publicPath } from '../../runtime/instance/mount.js'
import { openIncoming } from '../../runtime/request/open-exchange.js'
import type { ProtectOptions } from './next-auth.js'
import { nextSignInUrl } from './next-sign-in-url.js'
import type { SessionReader } from './read-session.js'
import { rendersPage } from './renders-page.js'
import type { Shell } from './shell.js'
import { surroundings } from './surroundings.js'

/** The session of somebody who is signed in; whoever is not gets no further. */
export async function protect(
  { redirectTo }: ProtectOptions,
  shell: Shell,
  sessions: SessionReader,
): Promise<Record<string, unknown>> {
  const session = await sessions.read()
  if (session) return session
  const { incoming } = await surroundings()
  if (!(isForPage(incoming.headers) || (await rendersPage()))) throw unauthorized()
  const instance = await shell.instance()
  const { origin } = openIncoming(incoming, instance)
  const target =
    redirectTo === undefined
      ? undefined
      : origin + publicPath(redirectTo, { basePath: '', prefix: shell.prefix })
  const { redirect } = await import('next/navigation.js')
  const own = origin + shell.prefix
  const url = nextSignInUrl(instance, { origin }, target)
  return redirect(url.startsWith(`${own}/`) ? url.slice(own.length) : url)
}

/** Whether a browser asks for a page, or runs a server action of one. */
function isForPage(headers: { get(name: string): string | null; has(name: string): boolean }): boolean {
  return headers.get('accept')?.includes('text/html') === true || headers.has('next-action')
}

/** What Next.js answers with 401. */
function unauthorized(): Error {
  const digest = 'NEXT_HTTP_ERROR_FALLBACK;401'
  return Object.assign(new Error(digest), { digest })
}
