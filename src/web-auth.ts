import type { Auth, Handler, RedirectOptions } from './builder/auth.js'
import type { AuthTypes } from './builder/auth-types.js'
import type { AuthSpec, LazySpec } from './builder/spec.js'
import { raw } from './options/raw.js'
import { withConnection } from './runtime/http/incoming.js'
import { interpret } from './runtime/interpret.js'
import { answers } from './runtime/request-handler.js'

/** What `.build()` returns for any server that speaks web-standard requests and responses. */
export function webAuth(spec: AuthSpec | LazySpec): Auth<AuthTypes> {
  const { handle, handleRaw, session, sessions, signIn, signOut, update, health, close } = interpret(spec)
  return {
    // Servers hand a handler all sorts of things beside the request; only the symbol itself counts.
    handler: Object.assign(
      (request: Request, mode?: unknown) =>
        mode === raw ? handleRaw(request) : handle(withConnection(request, mode)),
      { [answers]: handle[answers] },
    ) as Handler,
    handlers: { GET: handle, POST: handle },
    auth: session,
    signIn: (provider, options: RedirectOptions, authorizationParams) =>
      signIn(
        provider,
        options,
        new URLSearchParams(authorizationParams as Record<string, string> | undefined),
      ),
    signOut,
    update,
    sessions,
    health,
    close,
  }
}
