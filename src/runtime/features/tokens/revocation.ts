import { processRevocationResponse, revocationRequest } from 'oauth4webapi'
import type { AdapterAccount } from '../../../adapters/contract.js'
import type { TokenSet } from '../../../model/account.js'
import { backgroundWork } from '../../core/background-work.js'
import { inTime } from '../../core/base/in-time.js'
import { printable } from '../../core/base/printable.js'
import { redactErrors } from '../../core/config/logger.js'
import type { App } from '../../core/object-lifetimes.js'
import { clientArguments, requestOptions } from '../oauth/client.js'
import { authorizationServerOf } from '../oauth/discovery.js'
import { messageOf } from '../oauth/errors.js'
import { asOAuthProvider, type ReadyOAuthProvider } from '../oauth/provider.js'
import { forgetResourceTokens } from './resource-tokens.js'

type DecryptedTokens = Pick<TokenSet, 'access_token' | 'refresh_token' | 'id_token'>

/**
 * Revokes the refresh token, or the access token if there is no refresh token. With a refresh token, a
 * provider should also revoke its access tokens. Never rejects.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7009.html#section-2.1
 */
export async function revokeTokens(
  provider: ReadyOAuthProvider,
  tokens: DecryptedTokens,
  app: App,
): Promise<void> {
  const { refresh_token, access_token } = tokens
  // A cleared refresh token is an empty string.
  const token = refresh_token || access_token
  if (!token) return
  try {
    await redactErrors(
      () => revoke(provider, token, refresh_token ? 'refresh_token' : 'access_token', app),
      () => [{ ...tokens }],
    )
  } catch (error) {
    warnNotRevoked(provider.id, error, app)
  }
}

function warnNotRevoked(provider: string, error: unknown, { logger }: App): void {
  logger.warn(
    'token-revocation',
    `The tokens of an account of '${provider}' were not revoked: ${printable(messageOf(error))}.`,
  )
}

async function revoke(
  provider: ReadyOAuthProvider,
  token: string,
  hint: 'access_token' | 'refresh_token',
  app: App,
): Promise<void> {
  const { metadata } = await authorizationServerOf(provider, app)
  const revocation_endpoint = provider.revocation ?? metadata.revocation_endpoint
  if (revocation_endpoint === undefined) return
  const response = await revocationRequest(
    ...clientArguments(provider, { ...metadata, revocation_endpoint }, app),
    token,
    { ...requestOptions(provider, app), additionalParameters: { token_type_hint: hint } },
  )
  await processRevocationResponse(response)
}

/**
 * Maximum time that the removal of accounts waits for providers. The revocation continues in the background.
 */
const REMOVAL_WAIT_MS = 1_000

const MAX_CONCURRENT = 4

/**
 * Revokes the tokens of accounts at their providers. Call it after the rows were removed or cleared, so that
 * a failure of a provider does not keep an account linked. Never rejects.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7009.html
 */
export async function revokeAccountTokens(rows: readonly AdapterAccount[], app: App): Promise<void> {
  await Promise.all(rows.map((row) => forgetResourceTokens(row, app)))
  // All workers take rows from the same iterator.
  const remaining = rows.values()
  const worker = async (): Promise<void> => {
    for (const row of remaining) await revokeRow(row, app)
  }
  const revoking = Promise.all(Array.from({ length: MAX_CONCURRENT }, worker))
  app.host.get(backgroundWork).run(revoking)
  await inTime(revoking, REMOVAL_WAIT_MS).catch(() => undefined)
}

async function revokeRow(row: AdapterAccount, app: App): Promise<void> {
  if (!row.refresh_token && !row.access_token) return
  try {
    const provider = asOAuthProvider(app.providers.get(row.provider))
    if (!provider) return
    await revokeTokens(provider, await app.sealedTokens.open(row), app)
  } catch (error) {
    warnNotRevoked(row.provider, error, app)
  }
}
