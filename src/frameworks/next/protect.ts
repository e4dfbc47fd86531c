import { publicPath } from '../../runtime/config/mount.js'
import { openIncoming } from '../../runtime/http/exchange.js'
import type { ProtectOptions } from './next-auth.js'
import { nextSignInUrl } from './next-sign-in-url.js'
import type { SessionReader } from './read-session.js'
import { redirectTo } from './redirect-to.js'
import { rendersPage } from './renders-page.js'
import type { Shell } from './shell.js'
import { surroundings } from './surroundings.js'

/** The session of somebody who is signed in; whoever is not gets no further. */
export async function protect(
  { redirectTo: wanted }: ProtectOptions,
  shell: Shell,
  sessions: SessionReader,
): Promise<Record<string, unknown>> {
  const session = await sessions.read()
  if (session) return session
  const around = await surroundings()
  const { incoming } = around
  if (!(isForPage(incoming.headers) || (await rendersPage()))) throw unauthorized()
  const instance = await shell.instanceFor(around)
  const { origin } = openIncoming(incoming, instance)
  const target = wanted === undefined ? undefined : publicPath(wanted, { basePath: '', prefix: shell.prefix })
  const url = await nextSignInUrl(instance, { origin }, target)
  const history = incoming.headers.has('next-action') ? 'push' : 'replace'
  return redirectTo(url, { origin, prefix: shell.prefix }, history)
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
