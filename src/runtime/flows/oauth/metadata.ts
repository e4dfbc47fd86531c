import type * as oauth from 'oauth4webapi'
import { InvalidEndpoints, OAuthSignInError } from '../../../errors.js'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { Endpoint } from '../../../providers/kinds/oauth.js'
import { isProtected } from '../../outgoing/fetch.js'
import { printable } from './callback-error.js'
import { endpointUrl } from './endpoints.js'
import { httpOptions } from './http-options.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** The addresses that a sign-in may need, by their name in the metadata. */
type EndpointName = 'authorization_endpoint' | 'token_endpoint' | 'userinfo_endpoint' | 'jwks_uri'

/**
 * A provider's metadata: what its configuration states, and the rest from its issuer. Every address
 * that a sign-in needs is known to be usable, so that nobody is sent to a provider in vain.
 *
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig
 */
export async function metadataOf(
  provider: ReadyOAuthProvider,
  fetch: Fetch,
): Promise<oauth.AuthorizationServer> {
  const known = stated(provider)
  const needed = neededEndpoints(provider)
  const discovers = provider.issuer !== undefined && needed.some((name) => known[name] === undefined)
  const metadata = discovers ? { ...(await discover(provider, provider.issuer, fetch)), ...known } : known
  const endpoints = needed.map((name) => [name, usableEndpoint(provider, name, metadata[name])])
  return { ...metadata, ...Object.fromEntries(endpoints) }
}

function neededEndpoints(provider: ReadyOAuthProvider): EndpointName[] {
  const { type, idToken, userinfo } = provider
  const needed: EndpointName[] = ['authorization_endpoint', 'token_endpoint']
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
function stated(provider: ReadyOAuthProvider): oauth.AuthorizationServer {
  const addresses = Object.entries(endpointsOf(provider)).flatMap(([name, endpoint]) => {
    const address = typeof endpoint === 'object' ? endpoint.url : endpoint
    return address === undefined ? [] : [[name, address]]
  })
  const known: Partial<oauth.AuthorizationServer> = Object.fromEntries(addresses)
  // Without an issuer, a client assertion is addressed to the token endpoint; nothing is compared with it.
  return { ...known, issuer: provider.issuer ?? known.token_endpoint ?? provider.id }
}

async function discover(
  { id, wellKnown }: ReadyOAuthProvider,
  issuer: string,
  fetch: Fetch,
): Promise<oauth.AuthorizationServer> {
  if (!URL.canParse(issuer)) {
    throw new InvalidEndpoints(
      `The \`issuer\` of the provider '${id}' must be an https: address, not '${issuer}'.`,
    )
  }
  const oauth = await import('./protocol.js')
  const url = new URL(issuer)
  const response = wellKnown
    ? await fetch(wellKnown, { headers: { accept: 'application/json' } })
    : await oauth.discoveryRequest(url, httpOptions(oauth, fetch))
  const { issuer: named } = Object(
    await response
      .clone()
      .json()
      .catch(() => undefined),
  ) as { issuer?: unknown }
  // OpenID Connect Discovery 1.0, section 4.3: exactly, although URLs that differ may be equivalent.
  if (typeof named === 'string' && named !== issuer) {
    throw new OAuthSignInError(
      `The provider '${id}' calls itself '${printable(named)}': set \`issuer\` to exactly that in place of '${issuer}'.`,
    )
  }
  return oauth.processDiscoveryResponse(url, response)
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
