import { processRevocationResponse, revocationRequest } from 'oauth4webapi'
import { asError } from '../../base/as-error.js'
import { redactErrors } from '../../config/logger.js'
import type { StoredTokens } from '../../storage/stored-tokens.js'
import type { OAuthCapabilities } from './capabilities.js'
import { clientAuthentication } from './client.js'
import { messageOf, printable } from './errors.js'
import { clientOf, requestOptions, serverOf } from './library.js'
import type { ReadyOAuthProvider } from './provider.js'
import { publishedFetch } from './published-endpoints.js'

/**
 * Revokes the tokens of an account, where the provider says how: the refresh token, with which the provider also ends the access tokens
 * that were issued for it, or else the access token. It never rejects: what fails is logged.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7009.html#section-2.1
 */
export async function revokeTokens(
  provider: ReadyOAuthProvider,
  tokens: StoredTokens,
  instance: OAuthCapabilities,
): Promise<void> {
  const { refresh_token, access_token } = tokens
  const token = refresh_token ?? access_token
  if (token === undefined) return
  try {
    await redactErrors(
      () => revoke(provider, token, refresh_token === undefined ? 'access_token' : 'refresh_token', instance),
      () => [{ ...tokens }],
    )
  } catch (error) {
    instance.logger.warn(
      'token-revocation',
      `The tokens of an account of '${provider.id}' were not revoked: ${printable(messageOf(asError(error)))}.`,
    )
  }
}

async function revoke(
  provider: ReadyOAuthProvider,
  token: string,
  hint: 'access_token' | 'refresh_token',
  instance: OAuthCapabilities,
): Promise<void> {
  const { metadata } = await instance.authorizationServer(provider)
  const revocation_endpoint = provider.revocation ?? metadata.revocation_endpoint
  if (revocation_endpoint === undefined) return
  const now = Math.floor(instance.clock() / 1000)
  const response = await revocationRequest(
    { ...serverOf(metadata), revocation_endpoint },
    clientOf(provider, now),
    clientAuthentication(provider, now),
    token,
    {
      ...requestOptions(publishedFetch(provider, instance.fetchFor(provider))),
      additionalParameters: { token_type_hint: hint },
    },
  )
  await processRevocationResponse(response)
}
