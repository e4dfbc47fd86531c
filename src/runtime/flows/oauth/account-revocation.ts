import type { AdapterAccount } from '../../../adapters/contract.js'
import { waitUntil } from '../../../platform/wait-until.js'
import { asError } from '../../base/as-error.js'
import { inTime } from '../../storage/in-time.js'
import type { OAuthCapabilities } from './capabilities.js'
import { asOAuthProvider } from './provider.js'
import { revokeTokens } from './revocation.js'

/** Milliseconds for which a removal waits for providers. */
const TIME_LIMIT = 1_000

/** Requests that are sent to providers at a time. */
const CONCURRENCY = 4

/**
 * Revokes the tokens of accounts that were removed from their user: unlinked, or deleted with the user. Read the rows before they are removed,
 * and call this afterwards, so that no failure of a provider keeps an account linked.
 *
 * It resolves within a second, and continues after that where the platform lets it. It never rejects: what fails is logged.
 *
 * @param rows - The accounts as the adapter returned them.
 * @see https://www.rfc-editor.org/rfc/rfc7009.html
 */
export async function revokeAccountTokens(
  rows: readonly AdapterAccount[],
  instance: OAuthCapabilities,
): Promise<void> {
  const left = rows.values()
  const worker = async (): Promise<void> => {
    for (const row of left) await revokeRow(row, instance)
  }
  const revoking = Promise.all(Array.from({ length: CONCURRENCY }, worker))
  waitUntil(revoking)
  await inTime(revoking, TIME_LIMIT).catch(() => undefined)
}

async function revokeRow(row: AdapterAccount, instance: OAuthCapabilities): Promise<void> {
  const configured = instance.providers.get(row.provider)
  const provider = configured && asOAuthProvider(configured)
  if (!provider) return
  try {
    const tokens = await instance.accountTokens()
    await revokeTokens(provider, await tokens.open(row), instance)
  } catch (error) {
    instance.logger.error(asError(error))
  }
}
