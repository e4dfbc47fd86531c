import { clientSecretKey } from '../../support/identity-provider/client-secret-key.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import type { OIDCFixture } from './fixture.js'

/** A server of the fixture's issuer that knows its client and one user. */
export async function openIDServer({ provider, profile, authenticatesBy, idTokenClaims }: OIDCFixture) {
  const issuer = String(provider.issuer)
  const idp = await IdentityProvider.start(issuer)
  const secret = String(provider.clientSecret)
  idp.client = { id: 'client-id', secret, method: `client_secret_${authenticatesBy}` }
  idp.user = { ...profile }
  if (idTokenClaims) idp.misbehave({ claims: (claims) => ({ ...claims, ...idTokenClaims }) })
  if (provider.client?.id_token_signed_response_alg === 'HS256') {
    idp.misbehave({
      header: () => ({ alg: 'HS256' }),
      signingKey: await clientSecretKey(secret),
    })
  }
  if (provider.client?.userinfo_signed_response_alg !== undefined) {
    idp.misbehave({
      respond: async ({ url }) =>
        url.pathname.endsWith('/userinfo')
          ? new Response(await idp.sign({ ...profile, iss: issuer, aud: 'client-id' }), {
              headers: { 'content-type': 'application/jwt' },
            })
          : undefined,
    })
  }
  return { idp, fetch: idp.fetch }
}
