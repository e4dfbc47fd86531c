import type { AuthTypes } from '../../builder/auth-types.js'
import type { AuthSpec, LazySpec } from '../../builder/spec.js'
import { withPeerAddress } from '../../runtime/http/incoming.js'
import { interpret } from '../../runtime/interpret.js'
import { actions } from './actions.js'
import { currentEvent, requireEvent } from './current-event.js'
import { middleware } from './middleware.js'
import { protect } from './protect.js'
import { requestSessions } from './request-sessions.js'
import type {
  SolidStartAuth,
  SolidStartMiddlewareOptions,
  SolidStartProtectOptions,
} from './solid-start-auth.js'
import type { SolidStartEvent } from './solid-start-event.js'

/** What `.build()` returns for SolidStart. */
export function createSolidStartAuth(spec: AuthSpec | LazySpec): SolidStartAuth<AuthTypes> {
  const { handle, instance, mount, sessions } = interpret(spec, {
    mount: { basePath: '/api/auth', prefix: '' },
  })
  const read = requestSessions(instance)
  const answer = ({ request }: Pick<SolidStartEvent, 'request'>): Promise<Response> =>
    handle(withPeerAddress(request, () => currentEvent()?.clientAddress))

  const parts = {
    GET: answer,
    POST: answer,
    async getSession(given?: Request) {
      const event = given ? currentEvent() : requireEvent('getSession')
      const request = given ?? (event as SolidStartEvent).request
      return read.read(request, event?.request === request ? event.response : undefined)
    },
    async protect(options: SolidStartProtectOptions = {}) {
      const event = requireEvent('protect')
      return protect(event, options, read, await instance(event.request))
    },
    middleware: (options: SolidStartMiddlewareOptions) => middleware(options, read, { mount, instance }),
    ...actions(instance, read),
    sessions,
  }
  // What the parts can be called with depends on the providers, which only their public types say.
  return parts as unknown as SolidStartAuth<AuthTypes>
}
