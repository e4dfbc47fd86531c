import type { AuthTypes } from '../../builder/auth-types.js'
import type { AuthSpec, LazySpec } from '../../builder/spec.js'
import { actions } from './actions.js'
import { type HandleInput, handleEvent } from './handle.js'
import { protect } from './protect.js'
import { readSession } from './read-session.js'
import { createShell } from './shell.js'
import type { AuthEvent, ProtectOptions, SvelteKitAuth } from './sveltekit-auth.js'

/** What `.build()` returns for SvelteKit. */
export function createSvelteKitAuth(spec: AuthSpec | LazySpec): SvelteKitAuth<AuthTypes> {
  const shell = createShell(spec)
  const parts = {
    handle: (input: HandleInput<AuthEvent>) => handleEvent(input, shell),
    ...actions(shell),
    auth: Object.assign((event: AuthEvent) => readSession(shell.visit(event), shell), {
      protect: (event: AuthEvent, options: ProtectOptions = {}) => protect(event, options, shell),
    }),
    sessions: shell.interpreter.sessions,
  }
  // What the parts can be called with depends on what they are given, which only their public types say.
  return parts as unknown as SvelteKitAuth<AuthTypes>
}
