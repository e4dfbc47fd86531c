import {
  discoveryRequest,
  JSON_ATTRIBUTE_COMPARISON,
  type OperationProcessingError,
  processDiscoveryResponse,
} from 'oauth4webapi'
import { InvalidEndpoints, OAuthSignInError } from '../../../errors.js'
import { parseUrl } from '../../../model/parse-url.js'
import { isProtected } from '../../../model/protected-url.js'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { Endpoint } from '../../../providers/kinds/oauth.js'
import type { Clock } from '../../core/base/clock.js'
import { createGetter } from '../../core/base/create-getter.js'
import { membersOf } from '../../core/base/members-of.js'
import { printable } from '../../core/base/printable.js'
import { cachedDocument } from '../../core/http/cached-document.js'
import { platformFetch } from '../../core/http/fetch.js'
import { mediaTypeOf } from '../../core/http/media-type.js'
import { mayPublish, publishedFetch } from '../../core/http/published-endpoints.js'
import type { App, Host } from '../../core/object-lifetimes.js'
import { optionsOf } from './client.js'
import { endpointUrl } from './endpoint-url.js'
import { badStatus, messageOf } from './errors.js'
import { type AuthorizationServer, type OpenIDExtension, openIdOf } from './openid-extension.js'
import { customRequest, isSameIssuer, type ReadyOAuthProvider, type ServerMetadata } from './provider.js'

/** Shared by all configurations in the process that use the same `fetch`. */
export interface AuthorizationServers {
  /**
   * Returns the metadata of a provider. Each `fetch` function has a separate cache. Default: the global
   * `fetch`.
   */
  find(provider: ReadyOAuthProvider, fetch: Fetch | undefined): Promise<AuthorizationServer>
}

const MAX_SERVERS = 100

const METADATA_FRESH_MS = 60 * 60 * 1000

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
      const key = cacheKey(provider)
      const server = servers.get(key) ?? authorizationServer(provider, fetch, clock)
      servers.set(key, server)
      for (const oldest of [...servers.keys()].slice(0, -MAX_SERVERS)) servers.delete(oldest)
      return server()
    },
  }
}

function cacheKey(provider: ReadyOAuthProvider): string {
  const { id, type, issuer, wellKnown, idToken, allowPrivateNetwork, isOfRequest } = provider
  const { authorization, token, userinfo, revocation, apiOrigins, tokenIssuer, issuerAliases } = provider
  // `revocation` and `apiOrigins` are part of the key, because their hosts may be on a private network.
  const endpoints = [authorization, token, userinfo, revocation, apiOrigins]
  const issuers = [issuer, issuerAliases, tokenIssuer]
  const networkAccess = [allowPrivateNetwork, isOfRequest]
  // It matters whether an option is a function, but not which function it is.
  const withoutFunctions = (_name: string, value: unknown): unknown =>
    typeof value === 'function' ? '()' : value
  return JSON.stringify([id, type, issuers, wellKnown, idToken, networkAccess, endpoints], withoutFunctions)
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
    'used while fetching',
  )
  const get = createGetter(() => ({ provider, fetch, clock, metadata }))
  return async () => ({ metadata: await metadata.current(), get })
}

type EndpointName = 'authorization_endpoint' | 'token_endpoint' | 'userinfo_endpoint' | 'jwks_uri'

/**
 * Returns the metadata of a provider. Throws unless every endpoint that a sign-in needs is usable, so that no
 * user is redirected to a provider with which the sign-in cannot be finished.
 *
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig
 */
async function metadataOf(provider: ReadyOAuthProvider, fetch: Fetch): Promise<ServerMetadata> {
  const { id, issuer, token } = provider
  const openId = await openIdOf(provider)
  const needed = Object.entries(neededEndpoints(provider, openId)) as [EndpointName, ConfiguredEndpoint][]
  const discovers = issuer !== undefined && needed.some(([, endpoint]) => urlOf(endpoint) === undefined)
  const published = discovers ? await discover(provider, openId, issuer, fetch) : undefined
  const endpoints = needed.map(([name, endpoint]) => [
    name,
    neededEndpoint(provider, name, endpoint, published?.[name]),
  ])
  return {
    // Without a configured issuer, this is only the audience of client assertions. A published issuer replaces
    // the configured issuer, from which it may differ by a trailing slash, for example.
    issuer: issuer ?? urlOf(token) ?? id,
    ...published,
    ...(published && otherEndpoints(provider, published)),
    ...Object.fromEntries(endpoints),
  }
}

/** Returns the optional endpoints, without those that cannot be used. */
function otherEndpoints(
  provider: ReadyOAuthProvider,
  { end_session_endpoint, revocation_endpoint, userinfo_endpoint }: ServerMetadata,
): Partial<ServerMetadata> {
  const reachable = (url: unknown): string | undefined =>
    isUsable(url) && mayPublish(provider, url) ? url : undefined
  return {
    // The host is not checked, because only the browser opens this URL.
    end_session_endpoint: isUsable(end_session_endpoint) ? end_session_endpoint : undefined,
    revocation_endpoint: reachable(revocation_endpoint),
    userinfo_endpoint: reachable(userinfo_endpoint),
  }
}

export function requireTokenEndpoint(provider: ReadyOAuthProvider, { token_endpoint }: ServerMetadata): void {
  const { token } = provider
  neededEndpoint(provider, 'token_endpoint', isUsable(urlOf(token)) ? token : undefined, token_endpoint)
}

/** Whether it is an HTTPS URL, or a URL of a loopback host. */
function isUsable(url: unknown): url is string {
  const parsed = typeof url === 'string' ? parseUrl(url) : undefined
  return parsed !== undefined && isProtected(parsed)
}

function isName(issuer: unknown): issuer is string {
  return typeof issuer === 'string' && issuer !== '' && !parseUrl(issuer)
}

type ConfiguredEndpoint = string | Endpoint | undefined

function neededEndpoints(
  provider: ReadyOAuthProvider,
  openId: OpenIDExtension | undefined,
): Partial<Record<EndpointName, ConfiguredEndpoint>> {
  const { authorization, token, userinfo } = provider
  const others = openId?.neededEndpoints(provider) ?? ['userinfo_endpoint']
  return {
    authorization_endpoint: authorization,
    // If `token.request` exchanges the code, only token refreshes need the token endpoint. They call
    // `requireTokenEndpoint`.
    ...((!customRequest(token) || isUsable(urlOf(token))) && { token_endpoint: token }),
    ...(others.includes('jwks_uri') && { jwks_uri: undefined }),
    ...(others.includes('userinfo_endpoint') && !customRequest(userinfo) && { userinfo_endpoint: userinfo }),
  }
}

function urlOf(endpoint: ConfiguredEndpoint): string | undefined {
  return typeof endpoint === 'object' ? endpoint.url : endpoint
}

/**
 * Fetches the metadata of a provider, and throws if it names another issuer.
 *
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationResponse
 */
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

/**
 * Fetches the metadata of a provider. It may name another `issuer`, so the caller must compare it with the
 * configuration.
 */
async function fetchMetadata(
  { id, wellKnown }: ReadyOAuthProvider,
  issuer: string,
  fetch: Fetch,
): Promise<ServerMetadata> {
  const issuerUrl = parseUrl(issuer)
  if (!issuerUrl) {
    throw new InvalidEndpoints(
      `The \`issuer\` of the provider '${id}' must be an https: URL, not '${issuer}'.`,
    )
  }
  const options = optionsOf((url, init) => fetch(wellKnown ?? url, init))
  const response = await discoveryRequest(issuerUrl, options)
  if (response.status !== 200) throw badStatus("The provider's metadata endpoint", response.status)
  // oauth4webapi checks the media type only if the body is not JSON.
  if (mediaTypeOf(response) !== 'application/json')
    throw new Error("The provider's metadata is not application/json.")
  const received = response.clone()
  const metadata = await processDiscoveryResponse(new URL(issuer), response).catch(
    async (error: OperationProcessingError) => {
      // The metadata has another issuer than the requested one. The caller compares it with the configuration.
      if (error.code === JSON_ATTRIBUTE_COMPARISON) return (error.cause as { body: ServerMetadata }).body
      const body = membersOf(await received.json().catch(() => undefined))
      // An issuer should be a URL, but some servers let their operators choose another name.
      if (isName(body['issuer'])) return body as { issuer: string }
      throw new Error(`The provider's metadata is invalid: ${messageOf(error)}.`)
    },
  )
  return metadata as ServerMetadata
}

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

function neededEndpoint(
  provider: ReadyOAuthProvider,
  name: EndpointName,
  endpoint: ConfiguredEndpoint,
  published: unknown,
): string {
  const { id, issuer } = provider
  const configured = urlOf(endpoint)
  if (configured === undefined && !mayPublish(provider, published)) {
    const { hostname } = new URL(String(published))
    throw new InvalidEndpoints(
      `The issuer of the provider '${id}' publishes a \`${name}\` at the private host '${printable(hostname)}'. Set \`allowPrivateNetwork: true\` if it is meant to be there.`,
    )
  }
  const url = configured ?? published
  if (isUsable(url)) return endpointUrl(endpoint, url)?.href ?? url
  const option = name.replace('_endpoint', '')
  const findable =
    issuer === undefined ? `set \`${option}\`, or \`issuer\` to find it` : 'its issuer must publish it'
  const advice = configured === undefined ? findable : `correct the option \`${option}\``
  throw new InvalidEndpoints(
    `The provider '${id}' has no \`${name}\` that can be used. It must be an https: URL: ${advice}.`,
  )
}
