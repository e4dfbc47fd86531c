import { processRevocationResponse, revocationRequest } from 'oauth4webapi'
import type { AdapterAccount } from '../../../adapters/contract.js'
import type { TokenSet } from '../../../model/account.js'
import { waitUntil } from '../../../platform/wait-until.js'
import { asError } from '../../base/as-error.js'
import { printable } from '../../base/printable.js'
import { redactErrors } from '../../config/logger.js'
import { inTime } from '../../storage/in-time.js'
import { forgetResourceTokens } from '../../storage/resource-tokens.js'
import type { OAuthCapabilities } from './capabilities.js'
import { clientArguments, requestOptions } from './client.js'
import { messageOf } from './errors.js'
import { asOAuthProvider, type ReadyOAuthProvider } from './provider.js'

/** The tokens of an account in clear. */
type StoredTokens = Pick<TokenSet, 'access_token' | 'refresh_token' | 'id_token'>

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
  // One that was revoked before is stored as the empty string.
  const token = refresh_token || access_token
  if (!token) return
  try {
    await redactErrors(
      () => revoke(provider, token, refresh_token ? 'refresh_token' : 'access_token', instance),
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
  const response = await revocationRequest(
    ...clientArguments(provider, { ...metadata, revocation_endpoint }, instance),
    token,
    { ...requestOptions(provider, instance), additionalParameters: { token_type_hint: hint } },
  )
  await processRevocationResponse(response)
}

/** Milliseconds for which a removal waits for providers. */
const TIME_LIMIT = 1_000

/** Requests that are sent to providers at a time. */
const CONCURRENCY = 4

/**
 * Revokes the tokens of accounts that were removed from their user: unlinked, or deleted with the user. Read the rows before they are removed,
 * and call this afterwards, so that no failure of a provider keeps an account linked. Their access tokens for resources are forgotten here.
 *
 * It waits for the store, then a second for providers, and continues after that where the platform lets it. It never rejects: what fails is logged.
 *
 * @param rows - The accounts as the adapter returned them.
 * @see https://www.rfc-editor.org/rfc/rfc7009.html
 */
export async function revokeAccountTokens(
  rows: readonly AdapterAccount[],
  instance: OAuthCapabilities,
): Promise<void> {
  await Promise.all(rows.map((row) => forgetResourceTokens(row, instance)))
  const left = rows.values()
  const worker = async (): Promise<void> => {
    for (const row of left) await revokeRow(row, instance)
  }
  const revoking = Promise.all(Array.from({ length: CONCURRENCY }, worker))
  waitUntil(revoking)
  await inTime(revoking, TIME_LIMIT).catch(() => undefined)
}

async function revokeRow(row: AdapterAccount, instance: OAuthCapabilities): Promise<void> {
  const provider = asOAuthProvider(instance.providers.get(row.provider))
  if (!provider) return
  try {
    const tokens = await instance.accountTokens()
    await revokeTokens(provider, await tokens.open(row), instance)
  } catch (error) {
    instance.logger.error(asError(error))
  }
}
