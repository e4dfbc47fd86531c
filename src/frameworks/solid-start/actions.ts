import type { AuthorizationParams } from '../../builder/auth.js'
import { AuthError, MissingCSRF } from '../../errors.js'
import type { Instance } from '../../runtime/compile.js'
import { publicPath } from '../../runtime/config/mount.js'
import type { ResponseCookie } from '../../runtime/http/cookies.js'
import { comesFromSite } from '../../runtime/http/csrf.js'
import { openIncoming } from '../../runtime/http/exchange.js'
import { withPeerAddress } from '../../runtime/http/incoming.js'
import { report } from '../../runtime/http/report.js'
import { errorPageUrl } from '../../runtime/routes/error-page-url.js'
import { type ActionOptions, readActionOptions } from '../action-options.js'
import { allowedTarget, signInUrl } from '../sign-in-url.js'
import { requireEvent } from './current-event.js'
import { followerOf, redirectTo as redirection, routed } from './redirects.js'
import type { RequestSessions } from './request-sessions.js'
import type { SolidStartEvent } from './solid-start-event.js'

/** What server functions can do. */
export interface Actions {
  signIn(provider?: string, options?: ActionOptions, params?: AuthorizationParams): Promise<string>
  signOut(options?: ActionOptions): Promise<string>
  update(data: unknown): Promise<Record<string, unknown> | null>
}

/** What a call acts on. */
interface Call {
  readonly event: SolidStartEvent
  readonly instance: Instance
  readonly request: Request
  readonly origin: string
}

export function actions(
  instanceOf: (request: Request) => Promise<Instance>,
  sessions: RequestSessions,
): Actions {
  const open = async (name: string): Promise<Call> => {
    const event = requireEvent(name)
    const instance = await instanceOf(event.request)
    const incoming = sessions.current(withPeerAddress(event.request, () => event.clientAddress))
    const exchange = openIncoming(incoming, instance)
    // SolidStart lets any page call a server function, by a link even.
    if (!comesFromSite({ request: event.request, origin: exchange.origin })) {
      throw new MissingCSRF(`"${name}" was called by another site.`)
    }
    return { event, instance, request: incoming.request(), origin: exchange.origin }
  }
  const go = (url: string, follow: boolean, { event, origin, instance }: Call): string => {
    if (!follow) return url
    throw redirection(routed(url, origin, instance, followerOf(event)))
  }
  const change = ({ event }: Call, cookies: readonly ResponseCookie[]): void =>
    sessions.change(event, cookies)

  return {
    async signIn(id, given, params) {
      const call = await open('signIn')
      const { instance, request, origin } = call
      const { follow, redirectTo: wanted, fields } = readActionOptions(given)
      const redirectTo = targetOf(wanted, call)
      if (id === undefined) {
        return go(await signInUrl(instance, { origin }, redirectTo), follow, call)
      }
      const { signInOnServer } = await import('../../runtime/server/sign-in.js')
      try {
        const { url, cookies } = await signInOnServer(
          id,
          { ...fields, request, redirectTo },
          instance,
          new URLSearchParams(params as Record<string, string> | undefined),
        )
        change(call, cookies)
        return go(url, follow, call)
      } catch (error) {
        // An error that reaches SolidStart would put the fields of a form, a password among them, into a cookie.
        if (!(follow && error instanceof AuthError)) throw error
        report(error, instance.logger)
        const callbackUrl = await allowedTarget(redirectTo, { origin }, instance)
        return go(errorPageUrl(error, instance, { origin, callbackUrl }), follow, call)
      }
    },
    async signOut(given) {
      const call = await open('signOut')
      const { follow, redirectTo: wanted } = readActionOptions(given)
      const redirectTo = targetOf(wanted, call)
      const { signOutOnServer } = await import('../../runtime/server/sign-out.js')
      const { url, cookies } = await signOutOnServer({ request: call.request, redirectTo }, call.instance)
      change(call, cookies)
      return go(url, follow, call)
    },
    async update(data) {
      const call = await open('update')
      const { updateOnServer } = await import('../../runtime/server/update.js')
      const { session, cookies } = await updateOnServer(data, call.request, call.instance)
      change(call, cookies)
      return session
    },
  }
}

/** What was asked for, or the page that the browser is on. */
function targetOf(wanted: string | undefined, { event, instance }: Call): string | undefined {
  if (wanted !== undefined) return publicPath(wanted, instance.mount)
  return event.request.headers.get('referer') ?? undefined
}
