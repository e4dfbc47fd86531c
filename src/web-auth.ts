import type { Auth, RedirectOptions } from './builder/auth.js'
import type { AuthTypes } from './builder/auth-types.js'
import type { AuthSpec, LazySpec } from './builder/spec.js'
import { interpret } from './runtime/interpret.js'

/** What `.build()` returns for any server that speaks web-standard requests and responses. */
export function webAuth(spec: AuthSpec | LazySpec): Auth<AuthTypes> {
  const { handle, session, signIn, signOut, update } = interpret(spec)
  return {
    handler: handle,
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
  }
}
