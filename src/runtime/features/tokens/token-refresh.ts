import type { AdapterAccount } from '../../../adapters/contract.js'
import { OAuthUnavailable } from '../../../errors.js'
import { waitUntil } from '../../../platform/wait-until.js'
import { asError } from '../../core/base/as-error.js'
import { delay } from '../../core/base/delay.js'
import type { App } from '../../core/lifetimes.js'
import type { ReadyOAuthProvider } from '../oauth/provider.js'
import { type AccountOf, findTokens, isFresh, type ReadTokensOptions } from './account-tokens.js'
import {
  appRefreshes,
  LEASE_WAIT,
  type RefreshLease,
  type RefreshOutcome,
  type StoredTokens,
  tagOf,
  takeLease,
} from './refresh-lease.js'
import { prepareRefresh, refreshTokens } from './refresh-request.js'
import { forgetResourceTokens, keepResourceToken } from './resource-tokens.js'

/** Seconds for which no request is sent after one that failed, where the provider does not say how long. */
export const FAILURE_PAUSE_SECONDS = 5

/** Milliseconds between the attempts to store tokens that the provider has returned. */
const SAVE_DELAYS_MS: readonly number[] = [100, 400, 1_000]

/** Milliseconds between two later attempts, and after which they end. */
const LATE_SAVE_DELAY_MS = 1_000
const LATE_SAVE_END_MS = 5 * 60_000

/**
 * Refreshes the tokens of an account. Concurrent calls of a process share one refresh, and processes take turns by a lease
 * (`refresh-lease.ts`). The refresh request itself is in `refresh-request.ts`. While new
 * tokens could not be stored yet, later calls get them from here.
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
  const outcome = inTurn(of, options, app, (saving) => void unsaved.push(saving))
  refreshes.set(key, outcome)
  const forget = async (): Promise<void> => {
    await outcome.catch(() => undefined)
    await Promise.all(unsaved)
    refreshes.delete(key)
  }
  waitUntil(forget())
  return outcome
}

async function inTurn(
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
    if (isFresh(account, options, app)) return { kind: 'tokens', account }
    const old = oldTokens(account, options, app)
    if (!account.refresh_token) return old ?? { kind: 'reauthenticate' }
    const pause = await pauseOf(account, app)
    if (pause !== undefined) return old ?? { kind: 'unavailable', retryAfter: pause }
    const { resource } = of
    if (resource !== undefined && (await pauseOf(account, app, resource))) return { kind: 'consent' }
    await prepareRefresh(of.provider, app)
    const lease = await takeLease(stored, { ...app, adapter })
    if (lease) {
      const exact = { ...of, providerAccountId: account.providerAccountId }
      const outcome = await underLease(lease, exact, options, app, onUnsaved)
      if (outcome) return outcome
    } else if (old) return old
    if (performance.now() > giveUp) return { kind: 'unavailable' }
    await delay(LEASE_WAIT.pollMs)
  }
}

/** The tokens that are stored, while they last. */
export function oldTokens(
  account: AdapterAccount,
  { refused }: ReadTokensOptions,
  app: App,
): RefreshOutcome | undefined {
  return isFresh(account, { validFor: 0, refused }, app) ? { kind: 'tokens', account } : undefined
}

/** `undefined` where others were stored meanwhile, which are then to be read. */
async function underLease(
  lease: RefreshLease,
  of: AccountOf,
  options: ReadTokensOptions,
  app: App,
  onUnsaved: (saving: Promise<void>) => void,
): Promise<RefreshOutcome | undefined> {
  let stored: StoredTokens | undefined
  // A write that stores new tokens ends a lease in the row; one in the store is released in any case.
  let end: 'release' | 'saved' | 'later' = 'release'
  try {
    // Another process may have stored new tokens just before the lease was taken.
    stored = await findTokens(of, app)
    const { account } = stored ?? {}
    if (!stored || !account?.refresh_token || !(await lease.covers(stored))) return undefined
    if (isFresh(account, options, app)) return { kind: 'tokens', account }
    const { refresh_token } = account
    // The process that had the lease before may have learned that all are to wait.
    const pause = await pauseOf(account, app)
    if (pause !== undefined || lease.isEnding()) return undefined
    const { provider, resource } = of
    const refreshed = await refreshTokens(provider, { ...account, refresh_token }, resource, app)
    switch (refreshed.kind) {
      case 'refreshed': {
        const renewed: AdapterAccount = { ...account, ...refreshed.account, userId: account.userId }
        // Without the refresh token of before: that one was revoked when it was deleted.
        const received: AdapterAccount = { ...refreshed.account, userId: account.userId }
        const changes = changesOf(renewed, account, resource)
        // Before the row: what empties the row deletes it afterwards.
        if (resource !== undefined) await keepResourceToken(stored.row, renewed, resource, app)
        const saved = await save(lease, changes, stored, app)
        if (saved === false) {
          if (resource !== undefined) await forgetResourceTokens(stored.row, app)
          await revokeUnstored(received, of, app)
          return undefined
        }
        end = saved === true ? 'saved' : 'later'
        if (saved instanceof Error) {
          app.logger.error(saved)
          onUnsaved(saveLater(lease, changes, stored, app, () => revokeUnstored(received, of, app)))
        }
        return { kind: 'tokens', account: renewed }
      }
      case 'rejected': {
        // Not by what another process has stored meanwhile.
        const ended = { ...keyOf(account), access_token: '', refresh_token: '' }
        if ((await save(lease, ended, stored, app)) !== true) return undefined
        end = 'saved'
        await forgetResourceTokens(account, app)
        const { provider, providerAccountId, userId } = account
        const { error } = refreshed
        await app.emit('tokenRefreshFailed', {
          ...{ provider, providerAccountId, error },
          userId: String(userId),
        })
        return { kind: 'reauthenticate' }
      }
      case 'noTarget': {
        await pauseFor(FAILURE_PAUSE_SECONDS, account, app, resource)
        logFailure(refreshed.error, provider, app)
        return { kind: 'consent' }
      }
      case 'failed': {
        const { error, retryAfter } = refreshed
        await pauseFor(retryAfter ?? FAILURE_PAUSE_SECONDS, account, app)
        logFailure(error, provider, app)
        return oldTokens(account, options, app) ?? { kind: 'unavailable', retryAfter }
      }
    }
  } finally {
    if (end !== 'later') await lease.release(end === 'saved' ? undefined : stored)
  }
}

/** Logs why there are no new tokens. */
export function logFailure(err: Error, { id }: ReadyOAuthProvider, { logger }: App): void {
  const message = `The tokens of '${id}' could not be refreshed: ${err.message}`
  logger.error(new OAuthUnavailable(message, { cause: { err, provider: id } }))
}

function keyOf({ provider, providerAccountId, userId, type }: AdapterAccount): AdapterAccount {
  return { provider, providerAccountId, userId, type }
}

/**
 * What is to be stored: a provider that does not rotate the refresh token does not send it again. The row has no place for an access token for
 * a resource.
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

/** Whether new tokens are stored; the last error where they cannot be. The provider is sent no second request: the tokens that it returned are valid. */
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
  { logger }: App,
  onLost: () => Promise<void>,
): Promise<void> {
  const end = performance.now() + LATE_SAVE_END_MS
  while (performance.now() < end) {
    await delay(LATE_SAVE_DELAY_MS)
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
 * Revokes new tokens that were not stored because those of the account were revoked meanwhile, or it was deleted: nothing else knows of them. It never
 * rejects.
 */
async function revokeUnstored(received: AdapterAccount, of: AccountOf, app: App): Promise<void> {
  try {
    const current = await findTokens(of, app, ['refresh_token'])
    if (!current?.account.refresh_token) await app.accountsRemoved([received])
  } catch (error) {
    app.logger.error(asError(error))
  }
}

/** Seconds until the provider is to be sent requests again; `undefined` where it may be sent one now. */
export async function pauseOf(
  account: AdapterAccount,
  app: App,
  resource?: string,
): Promise<number | undefined> {
  const value = await app.store.get(await pauseKey(account, app, resource))
  const left = Number(value) - app.clock() / 1000
  return value !== null && left > 0 ? Math.ceil(left) : undefined
}

/** @param resource - Whose requests pause. Default: all. */
export async function pauseFor(
  seconds: number,
  account: AdapterAccount,
  app: App,
  resource?: string,
): Promise<void> {
  const { store, clock, logger } = app
  try {
    await store.set(await pauseKey(account, app, resource), String(clock() / 1000 + seconds), seconds)
  } catch (error) {
    logger.error(asError(error))
  }
}

async function pauseKey(account: AdapterAccount, app: App, resource = ''): Promise<string> {
  return `token-refresh-pause:${await tagOf(account, app)}${resource}`
}
