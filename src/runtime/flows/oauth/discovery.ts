import { discoveryRequest, processDiscoveryResponse } from 'oauth4webapi'
import { InvalidEndpoints, OAuthSignInError } from '../../../errors.js'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { Endpoint } from '../../../providers/kinds/oauth.js'
import { isProtected } from '../../http/fetch.js'
import { isLoopback } from '../../http/loopback.js'
import { isPrivateHost } from '../../http/private-network.js'
import { badStatus, messageOf, printable } from './callback-error.js'
import { endpointUrl } from './endpoints.js'
import { requestOptions } from './library.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import type { ServerMetadata } from './server-metadata.js'
import { mediaTypeOf } from './stricter-checks.js'
import { describesIssuer } from './token-issuer.js'

/** The addresses that a sign-in may need, by their name in the metadata. */
type EndpointName = 'authorization_endpoint' | 'token_endpoint' | 'userinfo_endpoint' | 'jwks_uri'

/**
 * A provider's metadata: what its configuration states, and the rest from its issuer. Every address
 * that a sign-in needs is known to be usable, so that nobody is sent to a provider in vain.
 *
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig
 */
export async function metadataOf(provider: ReadyOAuthProvider, fetch: Fetch): Promise<ServerMetadata> {
  const known = stated(provider)
  const needed = neededEndpoints(provider)
  const discovers = provider.issuer !== undefined && needed.some((name) => known[name] === undefined)
  const published = discovers ? await discover(provider, provider.issuer, fetch) : known
  for (const name of needed) {
    if (known[name] === undefined) requireReachable(provider, name, published[name])
  }
  // The published issuer may differ from the configured one by a slash, or be a template.
  const metadata = { ...published, ...known, issuer: published.issuer }
  const endpoints = needed.map((name) => [name, usableEndpoint(provider, name, metadata[name])])
  return { ...metadata, ...Object.fromEntries(endpoints) }
}

function neededEndpoints(provider: ReadyOAuthProvider): EndpointName[] {
  const { type, idToken, token, userinfo } = provider
  const needed: EndpointName[] = ['authorization_endpoint']
  if (!(typeof token === 'object' && token.request)) needed.push('token_endpoint')
  if (type === 'oidc') needed.push('jwks_uri')
  const asksUserinfo = type === 'oauth' || idToken === false
  if (asksUserinfo && !(typeof userinfo === 'object' && userinfo.request)) needed.push('userinfo_endpoint')
  return needed
}

/** What the provider's configuration says of each endpoint. */
function endpointsOf({
  authorization,
  token,
  userinfo,
}: ReadyOAuthProvider): Record<EndpointName, string | Endpoint | undefined> {
  return {
    authorization_endpoint: authorization,
    token_endpoint: token,
    userinfo_endpoint: userinfo,
    jwks_uri: undefined,
  }
}

/** The metadata that the configuration itself states. */
function stated(provider: ReadyOAuthProvider): ServerMetadata {
  const addresses = Object.entries(endpointsOf(provider)).flatMap(([name, endpoint]) => {
    const address = typeof endpoint === 'object' ? endpoint.url : endpoint
    return address === undefined ? [] : [[name, address]]
  })
  const known: Partial<ServerMetadata> = Object.fromEntries(addresses)
  // Without an issuer, a client assertion is addressed to the token endpoint; nothing is compared with it.
  return { ...known, issuer: provider.issuer ?? known.token_endpoint ?? provider.id }
}

/** @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationResponse */
async function discover(provider: ReadyOAuthProvider, issuer: string, fetch: Fetch): Promise<ServerMetadata> {
  const { id, wellKnown } = provider
  if (!URL.canParse(issuer)) {
    throw new InvalidEndpoints(
      `The \`issuer\` of the provider '${id}' must be an https: address, not '${issuer}'.`,
    )
  }
  const expected = new URL(issuer)
  const options = requestOptions((address, init) => fetch(wellKnown ?? address, init))
  const response = await discoveryRequest(expected, options)
  if (response.status >= 500) throw badStatus("The provider's metadata endpoint", response.status)
  if (response.status !== 200)
    throw new Error(`The provider's metadata were answered with ${response.status}.`)
  if (mediaTypeOf(response) !== 'application/json')
    throw new Error("The provider's metadata is not application/json.")
  const published = await publishedIssuer(response.clone())
  if (published !== undefined && !describesIssuer(provider, published)) {
    throw anotherIssuer(id, published, issuer)
  }
  const metadata = await processDiscoveryResponse(
    published === undefined ? expected : new URL(published),
    response,
  ).catch((error: unknown) => {
    throw new Error(`The provider's metadata is invalid: ${messageOf(error)}.`)
  })
  return metadata as unknown as ServerMetadata
}

/** The issuer that a metadata response names, as an address. Everything else about the response is validated afterwards. */
async function publishedIssuer(response: Response): Promise<string | undefined> {
  const { issuer } = Object(await response.json().catch(() => undefined)) as { issuer?: unknown }
  return typeof issuer === 'string' ? issuer : undefined
}

function anotherIssuer(id: string, published: string, issuer: string): OAuthSignInError {
  const advice = /[{}]/.test(published)
    ? 'say in `tokenIssuer` how the issuer of a token is matched'
    : `set \`issuer\` to exactly that in place of '${issuer}'`
  return new OAuthSignInError(`The provider '${id}' calls itself '${printable(published)}': ${advice}.`)
}

/**
 * Throws for a published endpoint on a private address, unless it is at the host of the issuer, where the configuration leads
 * itself. Otherwise, an issuer could have this server send codes, secrets and tokens to services that only it can reach.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9728.html#section-7.7
 */
function requireReachable(provider: ReadyOAuthProvider, name: EndpointName, address: unknown): void {
  const { id, issuer = '', allowPrivateNetwork } = provider
  if (allowPrivateNetwork === true || typeof address !== 'string' || !URL.canParse(address)) return
  const { hostname } = new URL(address)
  const issuerHost = new URL(issuer).hostname
  if (!isPrivateHost(hostname) || hostname === issuerHost || (isLoopback(hostname) && isLoopback(issuerHost)))
    return
  throw new InvalidEndpoints(
    `The issuer of the provider '${id}' publishes a \`${name}\` at the private address '${printable(hostname)}'. Set \`allowPrivateNetwork: true\` if it is meant to be there.`,
  )
}

/** The address of an endpoint, with the parameters that the configuration adds to it. */
function usableEndpoint(provider: ReadyOAuthProvider, name: EndpointName, address: unknown): string {
  if (typeof address === 'string' && URL.canParse(address) && isProtected(new URL(address))) {
    return endpointUrl(endpointsOf(provider)[name], address)?.href ?? address
  }
  const source =
    provider.issuer === undefined ? 'set it, or `issuer` to find it' : 'its issuer must publish it'
  throw new InvalidEndpoints(
    `The provider '${provider.id}' has no \`${name}\` that can be used. It must be an https: address: ${source}.`,
  )
}
