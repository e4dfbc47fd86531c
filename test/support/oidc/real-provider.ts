import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose'
import { vi } from 'vitest'

/**
 * The application has one provider per client, with the id of the client, so that each client has a separate callback.
 */
export type ClientId = 'basic' | 'post' | 'key' | 'open' | 'form' | 'mac'

export const CLIENT_SECRET = 'a/secret:with %ugly+characters&of=all-kinds._*~'

/** A certified OpenID Provider on a free port. */
export interface RealProvider {
  readonly issuer: string
  /** The key of the client that authenticates with a key. */
  readonly clientKey: CryptoKey
  /** How many requests were received. */
  requests(): number
  stop(): Promise<void>
}

/** The metadata of a client. */
export type ClientMetadata = Readonly<Record<string, unknown>>

/**
 * @param basic - Metadata of the client `basic` that replaces the defaults.
 * @param fetch - Sends the requests of the provider.
 * @param post - Metadata of the client `post` that replaces the defaults.
 * @param more - Other members of the configuration of the provider.
 */
export async function realProvider(
  basic: ClientMetadata = {},
  features: Readonly<Record<string, unknown>> = {},
  fetch?: (url: string, init: RequestInit) => Promise<Response>,
  post: ClientMetadata = {},
  more: Readonly<Record<string, unknown>> = {},
): Promise<RealProvider> {
  const { privateKey: clientKey, publicKey } = await generateKeyPair('ES256')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = await quietProvider(issuer, {
    clients: clients(
      { ...(await exportJWK(publicKey)), kid: 'client', alg: 'ES256', use: 'sig' },
      basic,
      post,
    ),
    jwks: { keys: [await privateJwk('RS256'), await privateJwk('ES256')] },
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'ES256', 'HS256'],
      userinfoSigningAlgValues: ['RS256', 'ES256', 'HS256'],
    },
    // Each refresh token can be used once. If one is sent again, the grant is revoked.
    rotateRefreshToken: true,
    pkce: { required: () => true },
    ...(fetch && { fetch }),
    cookies: { keys: ['the key of the cookies of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, name: 'Ada Lovelace', email: `${sub}@example.com`, email_verified: true }),
    }),
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, RefreshToken: 600, Session: 600 },
    features: { devInteractions: { enabled: true }, jwtUserinfo: { enabled: true }, ...features },
    ...more,
  })
  let requests = 0
  server.on('request', () => requests++).on('request', provider.callback())
  return { issuer, clientKey, requests: () => requests, stop: () => stop(server) }
}

interface OidcProvider {
  callback(): RequestListener
}

type ProviderClass = new (issuer: string, configuration: Readonly<Record<string, unknown>>) => OidcProvider

/** Creates the provider without its warnings, which matter only in production. */
async function quietProvider(...options: ConstructorParameters<ProviderClass>): Promise<OidcProvider> {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const { default: Provider } = (await import('oidc-provider')) as { default: ProviderClass }
  const provider = new Provider(...options)
  warn.mockRestore()
  return provider
}

function clients(key: JWK, basic: ClientMetadata, post: ClientMetadata): readonly ClientMetadata[] {
  const client = (id: ClientId, metadata: Record<string, unknown>): Record<string, unknown> => ({
    client_id: id,
    redirect_uris: [`https://app.test/auth/callback/${id}`],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
    ...metadata,
  })
  const secret = { client_secret: CLIENT_SECRET }
  return [
    client('basic', { ...secret, token_endpoint_auth_method: 'client_secret_basic', ...basic }),
    client('post', { ...secret, token_endpoint_auth_method: 'client_secret_post', ...post }),
    client('key', {
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks: { keys: [key] },
    }),
    client('open', { token_endpoint_auth_method: 'none' }),
    client('form', { ...secret, token_endpoint_auth_method: 'client_secret_basic' }),
    client('mac', {
      ...secret,
      id_token_signed_response_alg: 'HS256',
      userinfo_signed_response_alg: 'HS256',
    }),
  ]
}

async function privateJwk(alg: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: alg, alg, use: 'sig' }
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
