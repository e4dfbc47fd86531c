import type { AuthSpec, LazySpec } from '../../builder/auth-spec.js'
import type { AuthTypes } from '../../builder/auth-types.js'
import type { FetchOptions, TokensOptions } from '../../model/provider-tokens.js'
import { createPort, type Port } from '../../runtime/port.js'
import { userMethods, withApi } from '../server-methods.js'
import { actions } from './actions.js'
import { type HandleInput, handleEvent } from './hook.js'
import { kitBase, kitEnvironment } from './kit.js'
import { createEvents } from './open-event.js'
import { protect } from './protect.js'
import type { AuthEvent, ProtectOptions, SvelteKitAuth } from './sveltekit-auth.js'

export function createSvelteKitAuth(spec: AuthSpec | LazySpec): SvelteKitAuth<AuthTypes> {
  const events = createEvents((...request) => port.open(...request))
  const port: Port = createPort(spec, {
    mount: { basePath: '/auth', prefix: kitBase() },
    // Kit does not know the environment before the first request.
    get environment() {
      return kitEnvironment()
    },
    returnTo: 'callbackUrl',
    unknownProvider: 'sign-in page',
    // A configuration that is a function receives the event.
    ...('resolve' in spec && { incomingOf: events.incomingOf }),
  })
  const { sessions, tokens, health } = userMethods(() => port)
  const parts = {
    handle: (input: HandleInput<AuthEvent>) => handleEvent(input, events, port),
    ...actions(events),
    auth: Object.assign(async (event: AuthEvent) => events.open(event).request.session(), {
      protect: (event: AuthEvent, options: ProtectOptions = {}) => protect(event, options, events),
      tokens: Object.assign(
        async (event: AuthEvent, id: string, options?: TokensOptions) =>
          events.open(event).request.tokens(id, options),
        tokens,
      ),
      fetch: (event: AuthEvent, id: string, options?: FetchOptions) =>
        events.open(event).request.fetch(id, options),
      health,
    }),
    sessions,
  }
  // The cast is needed, because only the public types infer the arguments from the configuration.
  return withApi(parts, spec, () => port) as unknown as SvelteKitAuth<AuthTypes>
}
