import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { Clock } from '../../clock.js'
import { createAsk } from '../../outgoing/ask.js'
import { type AuthorizationServer, authorizationServer } from './authorization-server.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** What is known of providers, shared by all configurations of one interpreter that ask in the same way. */
export interface KnownServers {
  /**
   * @param ask - The function that sends the requests. What was asked for with one is never used for another.
   */
  find(provider: ReadyOAuthProvider, ask: Fetch): Promise<AuthorizationServer>
}

/** Providers that are known at a time; the one that was met first gives way. */
const MAX_SERVERS = 100

export function knownServers(clock: Clock): KnownServers {
  const byFetch = new WeakMap<Fetch, Map<string, () => Promise<AuthorizationServer>>>()
  return {
    find(provider, ask) {
      const servers = byFetch.get(ask) ?? new Map<string, () => Promise<AuthorizationServer>>()
      byFetch.set(ask, servers)
      const name = nameOf(provider)
      const server = servers.get(name) ?? authorizationServer(provider, createAsk({ fetch: ask }), clock)
      servers.set(name, server)
      for (const oldest of [...servers.keys()].slice(0, -MAX_SERVERS)) servers.delete(oldest)
      return server()
    },
  }
}

/** Everything of a provider that metadata depends on. */
function nameOf(provider: ReadyOAuthProvider): string {
  const { id, type, issuer, wellKnown, authorization, token, userinfo, idToken } = provider
  return JSON.stringify([id, type, issuer, wellKnown, authorization, token, userinfo, idToken])
}
