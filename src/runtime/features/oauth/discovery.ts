import {
  discoveryRequest,
  JSON_ATTRIBUTE_COMPARISON,
  type OperationProcessingError,
  processDiscoveryResponse,
} from 'oauth4webapi'
import { InvalidEndpoints, OAuthSignInError } from '../../../errors.js'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { Endpoint } from '../../../providers/kinds/oauth.js'
import type { Clock } from '../../core/base/clock.js'
import { membersOf } from '../../core/base/members-of.js'
import { printable } from '../../core/base/printable.js'
import { cachedDocument } from '../../core/http/cached-document.js'
import { isProtected, platformFetch } from '../../core/http/fetch.js'
import { mediaTypeOf } from '../../core/http/media-type.js'
import { mayPublish, publishedFetch } from '../../core/http/published-endpoints.js'
import type { App, Host } from '../../core/lifetimes.js'
import { createGetter } from '../../core/owner.js'
import { optionsOf } from './client.js'
import { badStatus, messageOf } from './errors.js'
import { type AuthorizationServer, type OpenIDExtension, openIdOf } from './openid-extension.js'
import {
  endpointUrl,
  isSameIssuer,
  ownRequest,
  type ReadyOAuthProvider,
  type ServerMetadata,
} from './provider.js'

/** The cached documents of providers, shared by all configurations in the process that use the same `fetch`. */
export interface AuthorizationServers {
  /** @param fetch - Sends the requests. Documents that one function fetched are never used for another. */
  find(provider: ReadyOAuthProvider, fetch: Fetch | undefined): Promise<AuthorizationServer>
}

/** Maximum number of cached providers. The oldest is dropped. */
const MAX_SERVERS = 100

/** Milliseconds for which metadata is fresh. */
const METADATA_FRESH_MS = 60 * 60 * 1000

/** The metadata of a provider, cached in the process. */
export async function authorizationServerOf(
  provider: ReadyOAuthProvider,
  { host, fetchFor }: Pick<App, 'host' | 'fetchFor'>,
): Promise<AuthorizationServer> {
  return host.get(authorizationServers).find(provider, fetchFor(provider))
}

function authorizationServers({ clock }: Host): AuthorizationServers {
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

/** The options of a provider that its documents and the requests for them depend on. */
function cacheKey(provider: ReadyOAuthProvider): string {
  const { id, type, issuer, wellKnown, idToken, allowPrivateNetwork, isOfRequest } = provider
  const { authorization, token, userinfo, revocation, apiOrigins, tokenIssuer, issuerAliases } = provider
  // Requests to the hosts of `revocation` and `apiOrigins` may go to private IP addresses.
  const endpoints = [authorization, token, userinfo, revocation, apiOrigins]
  const issuers = [issuer, issuerAliases, typeof tokenIssuer === 'function' ? '()' : tokenIssuer]
  const isPrivate = [allowPrivateNetwork, isOfRequest]
  return JSON.stringify([id, type, issuers, wellKnown, idToken, isPrivate, endpoints])
}

function authorizationServer(
  provider: ReadyOAuthProvider,
  fetch: Fetch,
  clock: Clock,
): () => Promise<AuthorizationServer> {
  const metadata = cachedDocument(
    () => metadataOf(provider, publishedFetch(provider, fetch)),
    METADATA_FRESH_MS,
    clock,
    'used meanwhile',
  )
  const get = createGetter(() => ({ provider, fetch, clock, metadata }))
  return async () => ({ metadata: await metadata.current(), get })
}

type EndpointName = 'authorization_endpoint' | 'token_endpoint' | 'userinfo_endpoint' | 'jwks_uri'

/**
 * Returns a provider's metadata: configured values, and the rest from its issuer. Throws unless every endpoint that a sign-in needs is
 * usable, so that no user is redirected to a provider in vain.
 *
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig
 */
async function metadataOf(provider: ReadyOAuthProvider, fetch: Fetch): Promise<ServerMetadata> {
  const { id, issuer, token } = provider
  const openId = await openIdOf(provider)
  const needed = Object.entries(neededEndpoints(provider, openId)) as [EndpointName, Configured][]
  const discovers = issuer !== undefined && needed.some(([, endpoint]) => addressOf(endpoint) === undefined)
  const published = discovers ? await discover(provider, openId, issuer, fetch) : undefined
  const endpoints = needed.map(([name, endpoint]) => [
    name,
    neededEndpoint(provider, name, endpoint, published?.[name]),
  ])
  return {
    // Without a configured issuer, this is only the audience of client assertions. A published issuer replaces the configured one, from
    // which it may differ by a slash, or be a template.
    issuer: issuer ?? addressOf(token) ?? id,
    ...published,
    ...(published && otherEndpoints(provider, published)),
    ...Object.fromEntries(endpoints),
  }
}

/** The published endpoints that sign-ins can work without. Unusable ones are dropped. */
function otherEndpoints(
  provider: ReadyOAuthProvider,
  { end_session_endpoint, revocation_endpoint, userinfo_endpoint }: ServerMetadata,
): Pick<ServerMetadata, 'end_session_endpoint' | 'revocation_endpoint' | 'userinfo_endpoint'> {
  const reachable = (address: unknown): string | undefined =>
    isUsable(address) && mayPublish(provider, address) ? address : undefined
  return {
    // The browser is redirected there; this server sends no request to it.
    end_session_endpoint: isUsable(end_session_endpoint) ? end_session_endpoint : undefined,
    revocation_endpoint: reachable(revocation_endpoint),
    userinfo_endpoint: reachable(userinfo_endpoint),
  }
}

function isUsable(address: unknown): address is string {
  return typeof address === 'string' && URL.canParse(address) && isProtected(new URL(address))
}

/** Whether an issuer is a name instead of a URL. */
function isName(issuer: unknown): issuer is string {
  return typeof issuer === 'string' && issuer !== '' && !URL.canParse(issuer)
}

type Configured = string | Endpoint | undefined

/** The endpoints that a sign-in needs, with their configuration. */
function neededEndpoints(
  provider: ReadyOAuthProvider,
  openId: OpenIDExtension | undefined,
): Partial<Record<EndpointName, Configured>> {
  const { authorization, token, userinfo } = provider
  const others = openId?.neededEndpoints(provider) ?? ['userinfo_endpoint']
  return {
    authorization_endpoint: authorization,
    // If a function exchanges the code, the endpoint is only used for refreshes.
    ...((!ownRequest(token) || isUsable(addressOf(token))) && { token_endpoint: token }),
    ...(others.includes('jwks_uri') && { jwks_uri: undefined }),
    ...(others.includes('userinfo_endpoint') && !ownRequest(userinfo) && { userinfo_endpoint: userinfo }),
  }
}

function addressOf(endpoint: Configured): string | undefined {
  return typeof endpoint === 'object' ? endpoint.url : endpoint
}

/** @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationResponse */
async function discover(
  provider: ReadyOAuthProvider,
  openId: OpenIDExtension | undefined,
  issuer: string,
  fetch: Fetch,
): Promise<ServerMetadata> {
  const metadata = await fetchMetadata(provider, issuer, fetch)
  const { issuer: published } = metadata
  const isDescribed = openId ? openId.describesIssuer(provider, published) : isSameIssuer(published, issuer)
  if (!isDescribed) throw otherIssuer(provider.id, issuer, published)
  return metadata
}

/** Fetches the metadata of an issuer. Its `issuer` is not compared yet. */
async function fetchMetadata(
  { id, wellKnown }: ReadyOAuthProvider,
  issuer: string,
  fetch: Fetch,
): Promise<ServerMetadata> {
  if (!URL.canParse(issuer)) {
    throw new InvalidEndpoints(
      `The \`issuer\` of the provider '${id}' must be an https: URL, not '${issuer}'.`,
    )
  }
  const options = optionsOf((address, init) => fetch(wellKnown ?? address, init))
  const response = await discoveryRequest(new URL(issuer), options)
  if (response.status !== 200) throw badStatus("The provider's metadata endpoint", response.status)
  // oauth4webapi checks the media type only if the body is not JSON.
  if (mediaTypeOf(response) !== 'application/json')
    throw new Error("The provider's metadata is not application/json.")
  const received = response.clone()
  const metadata = await processDiscoveryResponse(new URL(issuer), response).catch(
    async (error: OperationProcessingError) => {
      // oauth4webapi compares URLs. Here, the issuer is compared as the configuration describes.
      if (error.code === JSON_ATTRIBUTE_COMPARISON) return (error.cause as { body: ServerMetadata }).body
      const body = membersOf(await received.json().catch(() => undefined))
      // An issuer should be a URL, but some servers let their operators choose another name.
      if (isName(body['issuer'])) return body as { issuer: string }
      throw new Error(`The provider's metadata is invalid: ${messageOf(error)}.`)
    },
  )
  return metadata as ServerMetadata
}

/** The error for metadata with another issuer than the configured one. */
function otherIssuer(id: string, issuer: string, published: string): OAuthSignInError {
  const advice = /[{}]/.test(published)
    ? 'set `tokenIssuer` to the issuer that its tokens must have'
    : isName(published)
      ? 'change it to a URL at the provider, or list this name in `issuerAliases`'
      : `set \`issuer\` to exactly this value instead of '${issuer}'`
  return new OAuthSignInError(
    `The metadata of the provider '${id}' has the issuer '${printable(published)}': ${advice}.`,
  )
}

/** The URL of an endpoint with its configured parameters. Throws `InvalidEndpoints` if it cannot be used. */
function neededEndpoint(
  provider: ReadyOAuthProvider,
  name: EndpointName,
  endpoint: Configured,
  published: unknown,
): string {
  const { id, issuer } = provider
  const configured = addressOf(endpoint)
  if (configured === undefined && !mayPublish(provider, published)) {
    const { hostname } = new URL(String(published))
    throw new InvalidEndpoints(
      `The issuer of the provider '${id}' publishes a \`${name}\` at the private host '${printable(hostname)}'. Set \`allowPrivateNetwork: true\` if it is meant to be there.`,
    )
  }
  const address = configured ?? published
  if (isUsable(address)) return endpointUrl(endpoint, address)?.href ?? address
  const source = issuer === undefined ? 'set it, or `issuer` to find it' : 'its issuer must publish it'
  throw new InvalidEndpoints(
    `The provider '${id}' has no \`${name}\` that can be used. It must be an https: URL: ${source}.`,
  )
}
