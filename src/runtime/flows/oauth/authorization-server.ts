import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { Clock } from '../../base/clock.js'
import { type CachedDocument, cachedDocument } from '../../http/cached-document.js'
import { createFetch, platformFetch } from '../../http/fetch.js'
import { metadataOf } from './discovery.js'
import type { SigningKeys } from './jwks.js'
import type { ServerMetadata } from './library.js'
import type { ReadyOAuthProvider } from './provider.js'
import { publishedFetch } from './published-endpoints.js'

/** The metadata of a provider, and its keys, which are fetched on first use. */
export interface AuthorizationServer {
  readonly metadata: ServerMetadata
  readonly jwks: CachedDocument<SigningKeys>
}

/** The cached documents of providers, shared by all configurations of one interpreter that use the same `fetch`. */
export interface AuthorizationServers {
  /** @param fetch - Sends the requests. What one function fetched is never used for another. */
  find(provider: ReadyOAuthProvider, fetch: Fetch | undefined): Promise<AuthorizationServer>
}

/** Providers that are cached at a time; the oldest is dropped. */
const MAX_SERVERS = 100

/** Milliseconds for which metadata is fresh. */
const METADATA_FRESH = 60 * 60 * 1000

/** Milliseconds after which a key that the issuer withdrew is no longer accepted. */
const JWKS_FRESH = 10 * 60 * 1000

export function authorizationServers(clock: Clock): AuthorizationServers {
  const byFetch = new WeakMap<Fetch, Map<string, () => Promise<AuthorizationServer>>>()
  return {
    find(provider, fetch = platformFetch) {
      const servers = byFetch.get(fetch) ?? new Map<string, () => Promise<AuthorizationServer>>()
      byFetch.set(fetch, servers)
      const name = cacheKey(provider)
      const server = servers.get(name) ?? authorizationServer(provider, fetch, clock)
      servers.set(name, server)
      for (const oldest of [...servers.keys()].slice(0, -MAX_SERVERS)) servers.delete(oldest)
      return server()
    },
  }
}

/** Every option of a provider that its metadata depends on. */
function cacheKey(provider: ReadyOAuthProvider): string {
  const { id, type, issuer, wellKnown, idToken, allowPrivateNetwork } = provider
  const { authorization, token, userinfo, tokenIssuer } = provider
  const endpoints = [authorization, token, userinfo]
  const issuers = [issuer, typeof tokenIssuer === 'function' ? '()' : tokenIssuer]
  return JSON.stringify([id, type, issuers, wellKnown, idToken, allowPrivateNetwork, endpoints])
}

function authorizationServer(
  provider: ReadyOAuthProvider,
  fetch: Fetch,
  clock: Clock,
): () => Promise<AuthorizationServer> {
  const metadata = cachedDocument(() => metadataOf(provider, createFetch({ fetch })), METADATA_FRESH, clock)
  const fetchKeys = async (): Promise<SigningKeys> => {
    // The metadata of an OpenID Provider has the address, or was refused.
    const [{ jwks_uri }, { fetchJwks }] = await Promise.all([metadata.current(), import('./jwks.js')])
    return fetchJwks(jwks_uri as string, publishedFetch(provider, fetch), provider.tokenIssuer !== undefined)
  }
  const jwks = cachedDocument(fetchKeys, JWKS_FRESH, clock)
  return async () => ({ metadata: await metadata.current(), jwks })
}
