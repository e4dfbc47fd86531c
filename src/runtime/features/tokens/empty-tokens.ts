import type { AdapterAccount } from '../../../adapters/contract.js'
import { asError } from '../../core/base/as-error.js'
import { type Lock, NO_LOCK, withLock } from '../../core/storage/with-lock.js'
import { LEASE_WAIT, type LeaseParts, takeLease } from './refresh-lease.js'

/** Maximum number of attempts to clear a row while other processes store new tokens in it. */
const MAX_TRIES = 5

/**
 * Clears the tokens of an account that stays linked, and returns the account with the cleared tokens, to be
 * revoked. If the adapter cannot update accounts, the tokens remain stored.
 *
 * If the adapter has `updateAccountIf`, a running refresh cannot store new tokens afterwards. Otherwise, this
 * function waits for the refresh, up to `LEASE_WAIT`. A refresh that takes longer, or that runs in a process
 * without a common store, can still store new tokens.
 *
 * @param stored - The account as the adapter returned it.
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
    // `provider` is the id in the configuration. An adapter may return a different id.
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
      // If the user no longer has the account, there is nothing to clear.
      if (current) await adapter.updateAccount(changes)
      return current ?? stored
    },
  )
}

/**
 * Takes the refresh lease of an account that could not be cleared by a conditional update. Returns
 * `undefined` while it is taken. Without a refresh token, no lease is needed. If the store fails,
 * no lease is taken, so that the tokens are cleared anyway.
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
