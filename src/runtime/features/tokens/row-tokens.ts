import type { AdapterAccount } from '../../../adapters/contract.js'
import { backgroundWork } from '../../core/background-work.js'
import { asError } from '../../core/base/as-error.js'
import { delay } from '../../core/base/delay.js'
import type { App } from '../../core/lifetimes.js'
import { type AccountOf, findTokens, type ReadTokensOptions } from './account-tokens.js'
import {
  appRefreshes,
  LEASE_WAIT,
  leaseParts,
  type RefreshLease,
  type RefreshOutcome,
  type StoredTokens,
  takeLease,
} from './refresh-lease.js'
import { prepareRefresh } from './refresh-request.js'
import { isFresh } from './token-freshness.js'
import {
  outcomeWithoutRequest,
  pauseOf,
  refreshRecord,
  type TokenRecord,
  unexpired,
} from './token-refresh.js'

/** Milliseconds between the attempts to store new tokens. */
const SAVE_DELAYS_MS: readonly number[] = [100, 400, 1_000]

/** Milliseconds between later attempts, and until they end. */
const LATE_SAVE_DELAY_MS = 1_000
const LATE_SAVE_END_MS = 5 * 60_000

/**
 * Refreshes the tokens of an account in the database. Concurrent calls in a process share one refresh, and processes take a lease
 * (`refresh-lease.ts`). New tokens that could not be stored yet are returned to later calls from memory.
 */
export function refreshOnce(
  key: string,
  of: AccountOf,
  options: ReadTokensOptions,
  app: App,
): Promise<RefreshOutcome> {
  const refreshes = app.get(appRefreshes)
  const running = refreshes.get(key)
  if (running) return running
  const unsaved: Promise<void>[] = []
  const outcome = refreshRow(of, options, app, (saving) => void unsaved.push(saving))
  refreshes.set(key, outcome)
  const forget = async (): Promise<void> => {
    await outcome.catch(() => undefined)
    await Promise.all(unsaved)
    refreshes.delete(key)
  }
  app.host.get(backgroundWork).run(forget())
  return outcome
}

async function refreshRow(
  of: AccountOf,
  options: ReadTokensOptions,
  app: App,
  onUnsaved: (saving: Promise<void>) => void,
): Promise<RefreshOutcome> {
  const { adapter } = of
  const giveUp = performance.now() + LEASE_WAIT.maxMs
  for (;;) {
    const stored = await findTokens(of, app)
    if (!stored) return { kind: 'notLinked' }
    const { account } = stored
    const outcome = await outcomeWithoutRequest(account, options, app)
    if (outcome) return outcome
    await prepareRefresh(of.provider, app)
    const lease = await takeLease(stored, leaseParts(app, adapter))
    if (lease) {
      const exact = { ...of, providerAccountId: account.providerAccountId }
      const refreshed = await underLease(lease, exact, options, app, onUnsaved)
      if (refreshed) return refreshed
    } else {
      // The row may have been cleared and its tokens revoked since it was read.
      const current = await findTokens(of, app)
      const old = current && unexpired(current.account, options, app)
      if (old) return old
    }
    if (performance.now() > giveUp) return { kind: 'unavailable' }
    await delay(LEASE_WAIT.pollMs)
  }
}

/** Refreshes the tokens of a row under its lease. Returns `undefined` if the caller should read the row again. */
async function underLease(
  lease: RefreshLease,
  of: AccountOf,
  options: ReadTokensOptions,
  app: App,
  onUnsaved: (saving: Promise<void>) => void,
): Promise<RefreshOutcome | undefined> {
  let stored: StoredTokens | undefined
  // Storing new tokens ends a lease in the row. A lease in the store is always released.
  let end = 'release' as 'release' | 'saved' | 'later'
  try {
    // Another process may have stored new tokens just before the lease was taken.
    stored = await findTokens(of, app)
    const { account } = stored ?? {}
    if (!stored || !account?.refresh_token || !(await lease.covers(stored))) return undefined
    if (isFresh(account, options, app)) return { kind: 'tokens', account }
    // The previous process may have learned that requests must pause.
    if ((await pauseOf(account, app)) !== undefined || lease.isEnding()) return undefined
    const row = stored
    const { refresh_token } = account
    const record: TokenRecord = {
      stored: row.row,
      account: { ...account, refresh_token },
      async replace(renewed, received) {
        const changes = changesOf(renewed, account, of.resource)
        const saved = await save(lease, changes, row, app)
        if (saved === false) return false
        end = saved === true ? 'saved' : 'later'
        if (saved instanceof Error) {
          app.logger.error(saved)
          onUnsaved(saveLater(lease, changes, row, app, () => revokeUnstored(received, of, app)))
        }
        return true
      },
      revoke: (received) => revokeUnstored(received, of, app),
      async end() {
        const ended = { ...keyOf(account), access_token: '', refresh_token: '' }
        if ((await save(lease, ended, row, app)) !== true) return false
        end = 'saved'
        return true
      },
    }
    return await refreshRecord(record, of.provider, options, app)
  } finally {
    if (end !== 'later') await lease.release(end === 'saved' ? undefined : stored)
  }
}

function keyOf({ provider, providerAccountId, userId, type }: AdapterAccount): AdapterAccount {
  return { provider, providerAccountId, userId, type }
}

/**
 * The fields to store. A provider that does not rotate the refresh token does not send it again. The row has no column for an access token
 * for a resource.
 */
function changesOf(
  renewed: AdapterAccount,
  before: AdapterAccount,
  resource: string | undefined,
): AdapterAccount {
  const { refresh_token = before.refresh_token, id_token } = renewed
  const changes = resource === undefined ? renewed : { ...keyOf(renewed), ...(id_token && { id_token }) }
  return { ...changes, ...(refresh_token !== undefined && { refresh_token }) }
}

/**
 * Stores new tokens. Returns whether they were stored, or the last error. The provider is not sent a second request: the tokens are valid.
 */
async function save(
  lease: RefreshLease,
  changes: AdapterAccount,
  stored: StoredTokens,
  { logger }: App,
): Promise<boolean | Error> {
  let last: unknown
  for (const pause of [0, ...SAVE_DELAYS_MS]) {
    if (pause > 0) await delay(pause)
    try {
      return await lease.save(changes, stored)
    } catch (error) {
      last = error
      logger.debug('new tokens could not be stored', { error: asError(error).message })
      await lease.renew()
    }
  }
  return asError(last)
}

async function saveLater(
  lease: RefreshLease,
  changes: AdapterAccount,
  stored: StoredTokens,
  { logger, host }: App,
  onLost: () => Promise<void>,
): Promise<void> {
  const background = host.get(backgroundWork)
  const end = performance.now() + LATE_SAVE_END_MS
  while (performance.now() < end) {
    await delay(LATE_SAVE_DELAY_MS)
    if (background.state() === 'closed') return
    await lease.renew()
    try {
      const isStored = await lease.save(changes, stored)
      await lease.release(undefined)
      if (!isStored) await onLost()
      return
    } catch (error) {
      logger.debug('new tokens could not be stored', { error: asError(error).message })
    }
  }
}

/**
 * Revokes new tokens that were not stored because the account was deleted or its tokens were revoked: they exist only here. Never rejects.
 */
async function revokeUnstored(received: AdapterAccount, of: AccountOf, app: App): Promise<void> {
  try {
    const current = await findTokens(of, app, ['refresh_token'])
    if (!current?.account.refresh_token) await app.tokensEnded([received])
  } catch (error) {
    app.logger.error(asError(error))
  }
}
