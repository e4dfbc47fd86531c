import { InvalidEndpoints, OAuthSignInError } from '../../../errors.js'
import type { Endpoint } from '../../../providers/kinds/oauth.js'
import { mediaTypeOf } from '../../outgoing/arrived.js'
import { type Ask, isProtected } from '../../outgoing/ask.js'
import { printable } from './callback-error.js'
import { endpointUrl } from './endpoints.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import { USER_AGENT } from './user-agent.js'

/**
 * What is known of a provider, in the names of its metadata. What a provider says is not to be trusted to have the right type.
 *
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
 */
export interface ServerMetadata {
  readonly issuer: string
  readonly authorization_endpoint?: string
  readonly token_endpoint?: string
  readonly userinfo_endpoint?: string
  readonly jwks_uri?: string
  readonly id_token_signing_alg_values_supported?: unknown
  readonly userinfo_signing_alg_values_supported?: unknown
  readonly authorization_response_iss_parameter_supported?: unknown
}

/** The addresses that a sign-in may need, by their name in the metadata. */
type EndpointName = 'authorization_endpoint' | 'token_endpoint' | 'userinfo_endpoint' | 'jwks_uri'

/**
 * A provider's metadata: what its configuration states, and the rest from its issuer. Every address
 * that a sign-in needs is known to be usable, so that nobody is sent to a provider in vain.
 *
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig
 */
export async function metadataOf(provider: ReadyOAuthProvider, ask: Ask): Promise<ServerMetadata> {
  const known = stated(provider)
  const needed = neededEndpoints(provider)
  const discovers = provider.issuer !== undefined && needed.some((name) => known[name] === undefined)
  const metadata = discovers ? { ...(await discover(provider, provider.issuer, ask)), ...known } : known
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

async function discover(
  { id, wellKnown }: ReadyOAuthProvider,
  issuer: string,
  ask: Ask,
): Promise<ServerMetadata> {
  if (!URL.canParse(issuer)) {
    throw new InvalidEndpoints(
      `The \`issuer\` of the provider '${id}' must be an https: address, not '${issuer}'.`,
    )
  }
  const headers = { accept: 'application/json', 'user-agent': USER_AGENT }
  const answer = await ask(wellKnown ?? wellKnownOf(issuer), { headers })
  if (answer.status !== 200) throw new Error(`The provider's metadata were answered with ${answer.status}.`)
  if (mediaTypeOf(answer) !== 'application/json')
    throw new Error("The provider's metadata were not answered with application/json.")
  const metadata: unknown = JSON.parse(new TextDecoder().decode(answer.body))
  const { issuer: named } = Object(metadata) as { issuer?: unknown }
  if (typeof named !== 'string') throw new Error("The provider's metadata name no issuer.")
  // OpenID Connect Discovery 1.0, section 4.3: exactly, although URLs that differ may be equivalent.
  if (named !== issuer) {
    throw new OAuthSignInError(
      `The provider '${id}' calls itself '${printable(named)}': set \`issuer\` to exactly that in place of '${issuer}'.`,
    )
  }
  return metadata as ServerMetadata
}

/** @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationRequest */
function wellKnownOf(issuer: string): string {
  const url = new URL(issuer)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/.well-known/openid-configuration`
  return url.href
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
