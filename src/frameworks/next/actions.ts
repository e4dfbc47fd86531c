import type { AuthorizationParams } from '../../builder/auth.js'
import type { Instance } from '../../runtime/compile.js'
import { publicPath } from '../../runtime/config/mount.js'
import { openIncoming } from '../../runtime/http/exchange.js'
import type { RedirectScope } from '../../runtime/http/redirects.js'
import { type ActionOptions, readActionOptions } from '../action-options.js'
import { steered } from './next-errors.js'
import { nextSignInUrl } from './next-sign-in-url.js'
import type { SessionReader } from './read-session.js'
import { redirectTo } from './redirect-to.js'
import type { Shell } from './shell.js'
import { type NextSurroundings, setCookies, surroundings } from './surroundings.js'

/** What server actions and route handlers can do. */
export interface Actions {
  signIn(provider: string | undefined, options?: ActionOptions, params?: AuthorizationParams): Promise<string>
  signOut(options?: ActionOptions): Promise<string>
  update(data: unknown): Promise<Record<string, unknown> | null>
}

export function actions(shell: () => Shell, sessions: SessionReader): Actions {
  /** What a call acts on, and what it needs from the shell. */
  async function open(): Promise<NextSurroundings & { instance: Instance; prefix: string }> {
    const { prefix, ...rest } = shell()
    const around = await surroundings()
    return { ...around, instance: await rest.instanceFor(around), prefix }
  }
  return {
    signIn: (id, given, params) =>
      steered(async () => {
        const { incoming, cookies, instance, prefix } = await open()
        const { follow, redirectTo: wanted, fields } = readActionOptions(given)
        const { origin } = openIncoming(incoming, instance)
        const target = targetOf(wanted, incoming.headers, prefix)
        if (id === undefined || !instance.providers.has(id)) {
          return go(await nextSignInUrl(instance, { origin }, target), follow, { origin, prefix })
        }
        const { signInOnServer } = await import('../../runtime/server/sign-in.js')
        const result = await signInOnServer(
          id,
          { ...fields, request: incoming.request(), redirectTo: target },
          instance,
          new URLSearchParams(params as Record<string, string> | undefined),
        )
        setCookies(cookies, result.cookies)
        sessions.forget(cookies)
        return go(result.url, follow, { origin, prefix })
      }),
    signOut: (given) =>
      steered(async () => {
        const { incoming, cookies, instance, prefix } = await open()
        const { follow, redirectTo: wanted } = readActionOptions(given)
        const { origin } = openIncoming(incoming, instance)
        const { signOutOnServer } = await import('../../runtime/server/sign-out.js')
        const result = await signOutOnServer(
          { request: incoming.request(), redirectTo: targetOf(wanted, incoming.headers, prefix) },
          instance,
        )
        setCookies(cookies, result.cookies)
        sessions.forget(cookies)
        return go(result.url, follow, { origin, prefix })
      }),
    update: (data) =>
      steered(async () => {
        const { incoming, cookies, instance } = await open()
        const { updateOnServer } = await import('../../runtime/server/update.js')
        const result = await updateOnServer(data, incoming.request(), instance)
        setCookies(cookies, result.cookies)
        sessions.forget(cookies)
        return result.session
      }),
  }
}

/** Where to go: what was asked for, or the page that the browser is on. */
function targetOf(
  redirectTo: string | undefined,
  headers: { get(name: string): string | null },
  prefix: string,
): string | undefined {
  if (redirectTo === undefined) return headers.get('referer') ?? undefined
  return publicPath(redirectTo, { basePath: '', prefix })
}

function go(url: string, follow: boolean, scope: RedirectScope): string {
  return follow ? redirectTo(url, scope, 'push') : url
}
