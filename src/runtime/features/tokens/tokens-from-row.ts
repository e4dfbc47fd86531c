import type { AdapterAccount } from '../../../adapters/contract.js'
import { MissingAdapterMethods } from '../../../errors.js'
import { backgroundWork } from '../../core/background-work.js'
import { asError } from '../../core/base/as-error.js'
import { delay } from '../../core/base/delay.js'
import type { App } from '../../core/object-lifetimes.js'
import { type AccountQuery, findTokens, type ReadTokensOptions, type StoredTokens } from './account-tokens.js'
import { LEASE_WAIT, leaseParts, type RefreshLease, takeLease } from './refresh-lease.js'
import { pauseOf } from './refresh-pause.js'
import { prepareRefresh } from './refresh-request.js'
import { appRefreshes, type RefreshOutcome } from './shared-refreshes.js'
import { isFresh } from './token-freshness.js'
import { outcomeWithoutRequest, refreshRecord, type TokenRecord, unexpired } from './token-refresh.js'

/** Pauses before each further attempt to store new tokens, while the caller waits. */
const SAVE_DELAYS_MS: readonly number[] = [100, 400, 1_000]

/** Pause before each attempt in the background. */
const LATE_SAVE_DELAY_MS = 1_000

/** The attempts in the background end after this time. */
const LATE_SAVE_END_MS = 5 * 60_000

/**
 * Refreshes the tokens of a row. Concurrent calls in a process share one refresh. Until the new tokens are
 * stored, later calls get them from memory.
 *
 * @param key - Identifies the account and the resource. If another refresh returned an access token that an API
 * has rejected, the key also contains this token.
 */
export function refreshOnce(
  key: string,
  query: AccountQuery,
  options: ReadTokensOptions,
  app: App,
): Promise<RefreshOutcome> {
  const refreshes = app.get(appRefreshes)
  const running = refreshes.get(key)
  if (running) return running
  const unsaved: Promise<void>[] = []
  const outcome = refreshRow(query, options, app, (saving) => void unsaved.push(saving))
  refreshes.set(key, outcome)
  const forget = async (): Promise<void> => {
    await outcome.catch(() => undefined)
    await Promise.all(unsaved)
    refreshes.delete(key)
  }
  app.host.get(backgroundWork).run(forget())
  return outcome
}

/**
 * Refreshes the tokens of a row under a lease.
 *
 * @param onUnsaved - Receives the attempts in the background to store new tokens.
 */
async function refreshRow(
  query: AccountQuery,
  options: ReadTokensOptions,
  app: App,
  onUnsaved: (saving: Promise<void>) => void,
): Promise<RefreshOutcome> {
  const { adapter } = query
  const deadline = performance.now() + LEASE_WAIT.maxMs
  for (;;) {
    const stored = await findTokens(query, app)
    if (!stored) return { kind: 'notLinked' }
    const { account } = stored
    const outcome = await outcomeWithoutRequest(account, options, app)
    if (outcome) return outcome
    // Most refresh tokens can be used only once, so the new tokens must not be lost.
    if (!adapter.has('updateAccount') && !adapter.has('updateAccountIf')) {
      const usable = unexpired(account, options, app)
      if (usable) return usable
      throw new MissingAdapterMethods(
        'The adapter lacks the method `updateAccount`, which refreshing tokens needs. Add it to the adapter.',
      )
    }
    await prepareRefresh(query.provider, app)
    const lease = await takeLease(stored, leaseParts(app, adapter))
    if (lease) {
      const exactQuery = { ...query, providerAccountId: account.providerAccountId }
      const refreshed = await refreshUnderLease(lease, exactQuery, options, app, onUnsaved)
      if (refreshed) return refreshed
    } else {
      // The row may have been cleared and its tokens revoked since it was read.
      const current = await findTokens(query, app)
      const usable = current && unexpired(current.account, options, app)
      if (usable) return usable
    }
    if (performance.now() > deadline) return { kind: 'unavailable' }
    await delay(LEASE_WAIT.pollMs)
  }
}

/** Refreshes tokens while the lease lasts. Returns `undefined` if the caller should read the row again. */
async function refreshUnderLease(
  lease: RefreshLease,
  query: AccountQuery,
  options: ReadTokensOptions,
  app: App,
  onUnsaved: (saving: Promise<void>) => void,
): Promise<RefreshOutcome | undefined> {
  let stored: StoredTokens | undefined
  // `'saved'`: storing tokens has ended a lease in the row. `'later'`: the attempts in the background still
  // need the lease.
  let outcome = 'unsaved' as 'unsaved' | 'saved' | 'later'
  try {
    // Another process may have stored new tokens just before the lease was taken.
    stored = await findTokens(query, app)
    const { account } = stored ?? {}
    if (!stored || !account?.refresh_token || !(await lease.covers(stored))) return undefined
    if (isFresh(account, options, app)) return { kind: 'tokens', account }
    // The previous holder of the lease may have paused requests to the provider.
    if ((await pauseOf(account, app)) !== undefined || lease.isEnding()) return undefined
    const row = stored
    const { refresh_token } = account
    const record: TokenRecord = {
      stored: row.row,
      account: { ...account, refresh_token },
      async replace(renewed, received) {
        const changes = changesOf(renewed, account, query.resource)
        const saved = await save(lease, changes, row, app)
        if (saved === false) return false
        outcome = saved === true ? 'saved' : 'later'
        if (saved instanceof Error) {
          app.logger.error(saved)
          onUnsaved(saveLater(lease, changes, row, app, () => revokeUnstored(received, query, app)))
        }
        return true
      },
      revoke: (received) => revokeUnstored(received, query, app),
      async end() {
        const ended = { ...keyOf(account), access_token: '', refresh_token: '' }
        const saved = await save(lease, ended, row, app)
        // With `false`, the caller would repeat the refresh with the rejected refresh token.
        if (saved instanceof Error) throw saved
        if (saved) outcome = 'saved'
        return saved
      },
    }
    return await refreshRecord(record, query.provider, options, app)
  } finally {
    if (outcome !== 'later') await lease.release(outcome === 'saved' ? undefined : stored)
  }
}

function keyOf({ provider, providerAccountId, userId, type }: AdapterAccount): AdapterAccount {
  return { provider, providerAccountId, userId, type }
}

/**
 * Returns the columns to store. An access token for a resource is left out, because the column is for the
 * token without a resource.
 */
function changesOf(
  renewed: AdapterAccount,
  previous: AdapterAccount,
  resource: string | undefined,
): AdapterAccount {
  const { refresh_token = previous.refresh_token, id_token } = renewed
  const changes = resource === undefined ? renewed : { ...keyOf(renewed), ...(id_token && { id_token }) }
  return { ...changes, ...(refresh_token !== undefined && { refresh_token }) }
}

/**
 * Stores new tokens in several attempts. Returns the last error instead of throwing it. The received tokens
 * are valid, so the refresh must not be repeated.
 */
async function save(
  lease: RefreshLease,
  changes: AdapterAccount,
  stored: StoredTokens,
  { logger }: App,
): Promise<boolean | Error> {
  let lastError: unknown
  for (const pause of [0, ...SAVE_DELAYS_MS]) {
    if (pause > 0) await delay(pause)
    try {
      return await lease.save(changes, stored)
    } catch (error) {
      lastError = error
      logger.debug('new tokens could not be stored', { error: asError(error).message })
      await lease.renew()
    }
  }
  return asError(lastError)
}

/**
 * Stores new tokens in the background.
 *
 * @param onLost - Called if the row no longer has the tokens that are replaced.
 */
async function saveLater(
  lease: RefreshLease,
  changes: AdapterAccount,
  stored: StoredTokens,
  { logger, host }: App,
  onLost: () => Promise<void>,
): Promise<void> {
  const background = host.get(backgroundWork)
  const deadline = performance.now() + LATE_SAVE_END_MS
  let reason: Error | undefined
  while (performance.now() < deadline) {
    await delay(LATE_SAVE_DELAY_MS)
    if (background.state() === 'closed') return
    await lease.renew()
    try {
      const isStored = await lease.save(changes, stored)
      await lease.release(undefined)
      if (!isStored) await onLost()
      return
    } catch (error) {
      reason = asError(error)
      logger.debug('new tokens could not be stored', { error: reason.message })
    }
  }
  logger.error(
    new Error('New tokens were not stored, so the user may have to connect the account again.', {
      cause: reason,
    }),
  )
}

/** Revokes the tokens only if the account was deleted or has no refresh token any more. Never rejects. */
async function revokeUnstored(received: AdapterAccount, query: AccountQuery, app: App): Promise<void> {
  try {
    const current = await findTokens(query, app, ['refresh_token'])
    if (!current?.account.refresh_token) await app.tokensEnded([received])
  } catch (error) {
    app.logger.error(asError(error))
  }
}
