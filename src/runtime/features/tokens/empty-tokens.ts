import type { AdapterAccount } from '../../../adapters/contract.js'
import { asError } from '../../core/base/as-error.js'
import { type Lock, NO_LOCK, withLock } from '../../core/storage/with-lock.js'
import { LEASE_WAIT, type LeaseParts, takeLease } from './refresh-lease.js'

/** Other processes may store new tokens between two tries. */
const MAX_TRIES = 5

/**
 * Clears the tokens of an account that stays linked, and returns the account with its previous tokens, so that
 * they can be revoked. Without `updateAccountIf`, a refresh that takes longer than `LEASE_WAIT` can still store
 * new tokens.
 */
export async function emptyTokens(stored: AdapterAccount, parts: LeaseParts): Promise<AdapterAccount> {
  const { adapter, logger } = parts
  if (!adapter.has('updateAccount')) return stored
  const { provider, providerAccountId, userId, type } = stored
  const changes = { provider, providerAccountId, userId, type, access_token: '', refresh_token: '' }
  const read = async (): Promise<AdapterAccount | undefined> => {
    const row = adapter.has('getAccount')
      ? await adapter.getAccount(providerAccountId, provider)
      : (await adapter.listAccountsByUserId(String(userId))).find(
          (each) => each.provider === provider && each.providerAccountId === providerAccountId,
        )
    // The adapter may return a different id than the id in the configuration.
    return row && String(row.userId) === String(userId) ? { ...row, provider } : undefined
  }
  let row: AdapterAccount | undefined = stored
  for (let tries = 0; tries < MAX_TRIES && adapter.has('updateAccountIf') && row?.refresh_token; tries++) {
    if (await adapter.updateAccountIf(changes, row.refresh_token)) return row
    row = await read()
  }
  return withLock(
    () => lockAgainstRefresh(read, parts),
    LEASE_WAIT,
    logger,
    async () => {
      const current = await read()
      if (current) await adapter.updateAccount(changes)
      return current ?? stored
    },
  )
}

/**
 * Takes the lease of an account, so that no refresh stores new tokens. If the store fails, no lease is taken,
 * so that the tokens are cleared anyway.
 */
async function lockAgainstRefresh(
  read: () => Promise<AdapterAccount | undefined>,
  parts: LeaseParts,
): Promise<Lock | undefined> {
  try {
    const row = await read()
    if (!row?.refresh_token) return NO_LOCK
    const account = await parts.sealedTokens.open(row)
    const lease = await takeLease({ row, account }, parts)
    return lease && { ...NO_LOCK, release: () => lease.release(undefined) }
  } catch (error) {
    parts.logger.error(asError(error))
    return NO_LOCK
  }
}
