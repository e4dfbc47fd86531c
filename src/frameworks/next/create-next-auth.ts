import type { NextRequest } from 'next/server.js'
import type { AuthTypes } from '../../builder/auth-types.js'
import type { AuthSpec, LazySpec } from '../../builder/spec.js'
import { toResponse } from '../../runtime/http/response.js'
import { answers } from '../../runtime/request-handler.js'
import { actions } from './actions.js'
import { type AnyHandler, guard } from './middleware.js'
import type { NextAuth, ProtectOptions } from './next-auth.js'
import { steered } from './next-errors.js'
import { nextIncoming } from './next-incoming.js'
import { protect } from './protect.js'
import { type PagesRequest, type PagesResponse, readForPages } from './read-for-pages.js'
import { sessionReader } from './read-session.js'
import { createShell } from './shell.js'
import { asNextWrites } from './trailing-slash.js'

/** What `.build()` returns for Next.js. */
export function createNextAuth(spec: AuthSpec | LazySpec): NextAuth<AuthTypes> {
  const shellOf = createShell(spec)
  const sessions = sessionReader(() => shellOf())
  const { signIn, signOut, update } = actions(() => shellOf(), sessions)

  const handle = async (request: NextRequest): Promise<Response> => {
    const { interpreter, prefix, instance } = shellOf(request)
    const incoming = nextIncoming(request, prefix)
    const response = toResponse(await interpreter.handle[answers](incoming))
    const location = response.headers.get('location')
    if (location !== null) {
      const { origin } = (await instance(request)).originOf(incoming)
      response.headers.set('location', asNextWrites(location, origin))
    }
    return response
  }

  const auth = (first?: unknown, second?: unknown): unknown => {
    if (first === undefined) return steered(() => sessions.read())
    if (typeof first === 'function') {
      return (request: NextRequest, context: unknown) =>
        steered(() => guard(request, context, first as AnyHandler, shellOf(request)))
    }
    if (first instanceof Request) {
      const request = first as NextRequest
      return steered(() => guard(request, second, undefined, shellOf(request)))
    }
    const { req, res } = first as { req?: PagesRequest; res?: PagesResponse }
    return readForPages(req ?? (first as PagesRequest), res ?? (second as PagesResponse), shellOf())
  }

  const parts = {
    handlers: { GET: handle, POST: handle },
    auth: Object.assign(auth, {
      protect: (options: ProtectOptions = {}) => steered(() => protect(options, shellOf(), sessions)),
    }),
    signIn,
    signOut,
    unstable_update: update,
    // Asked for on first use, when the path of the application is known.
    get sessions() {
      return shellOf().interpreter.sessions
    },
  }
  // What the parts can be called with depends on what they are given, which only their public types say.
  return parts as unknown as NextAuth<AuthTypes>
}
