import type { AdapterAccount } from '../../adapters/contract.js'
import { OAuthUnavailable } from '../../errors.js'
import { waitUntil } from '../../platform/wait-until.js'
import { asError } from '../base/as-error.js'
import type { Instance } from '../compile.js'
import type { ReadyOAuthProvider } from '../flows/oauth/provider.js'
import { prepareRefresh, refreshTokens } from '../flows/oauth/refresh-request.js'
import {
  MAX_WAIT,
  POLL,
  type RefreshLease,
  type RefreshOutcome,
  type StoredTokens,
  tagOf,
  takeLease,
} from '../storage/refresh-lease.js'
import { forgetResourceTokens, keepResourceToken } from '../storage/resource-tokens.js'
import { type AccountOf, findTokens, isFresh, type ReadTokensOptions } from './account-tokens.js'

/** Seconds for which no request is sent after one that failed, where the provider does not say how long. */
export const PAUSE = 5

/** Milliseconds between the attempts to store tokens that the provider has returned. */
const SAVE_DELAYS: readonly number[] = [100, 400, 1_000]

/** Milliseconds between two later attempts, and after which they end. */
const LATE_SAVE_DELAY = 1_000
const LATE_SAVE_END = 5 * 60_000

/**
 * Refreshes the tokens of an account. Concurrent calls of a process share one refresh, and processes take turns by a lease
 * (`storage/refresh-lease.ts`). The refresh request itself is in `flows/oauth/refresh-request.ts`. While new
 * tokens could not be stored yet, later calls get them from here.
 */
export function refreshOnce(
  key: string,
  of: AccountOf,
  options: ReadTokensOptions,
  instance: Instance,
): Promise<RefreshOutcome> {
  const { refreshes } = instance
  const running = refreshes.get(key)
  if (running) return running
  const unsaved: Promise<void>[] = []
  const outcome = inTurn(of, options, instance, (saving) => void unsaved.push(saving))
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
  instance: Instance,
  onUnsaved: (saving: Promise<void>) => void,
): Promise<RefreshOutcome> {
  const { adapter } = of
  const giveUp = performance.now() + MAX_WAIT
  for (;;) {
    const stored = await findTokens(of, instance)
    if (!stored) return { kind: 'notLinked' }
    const { account } = stored
    if (isFresh(account, options, instance)) return { kind: 'tokens', account }
    const old = oldTokens(account, options, instance)
    if (!account.refresh_token) return old ?? { kind: 'reauthenticate' }
    const pause = await pauseOf(account, instance)
    if (pause !== undefined) return old ?? { kind: 'unavailable', retryAfter: pause }
    const { resource } = of
    if (resource !== undefined && (await pauseOf(account, instance, resource))) return { kind: 'consent' }
    await prepareRefresh(of.provider, instance)
    const lease = await takeLease(stored, { ...instance, adapter })
    if (lease) {
      const exact = { ...of, providerAccountId: account.providerAccountId }
      const outcome = await underLease(lease, exact, options, instance, onUnsaved)
      if (outcome) return outcome
    } else if (old) return old
    if (performance.now() > giveUp) return { kind: 'unavailable' }
    await delay(POLL)
  }
}

/** The tokens that are stored, while they last. */
export function oldTokens(
  account: AdapterAccount,
  { refused }: ReadTokensOptions,
  instance: Instance,
): RefreshOutcome | undefined {
  return isFresh(account, { validFor: 0, refused }, instance) ? { kind: 'tokens', account } : undefined
}

/** `undefined` where others were stored meanwhile, which are then to be read. */
async function underLease(
  lease: RefreshLease,
  of: AccountOf,
  options: ReadTokensOptions,
  instance: Instance,
  onUnsaved: (saving: Promise<void>) => void,
): Promise<RefreshOutcome | undefined> {
  let stored: StoredTokens | undefined
  // A write that stores new tokens ends a lease in the row; one in the store is released in any case.
  let end: 'release' | 'saved' | 'later' = 'release'
  try {
    // Another process may have stored new tokens just before the lease was taken.
    stored = await findTokens(of, instance)
    const { account } = stored ?? {}
    if (!stored || !account?.refresh_token || !(await lease.covers(stored))) return undefined
    if (isFresh(account, options, instance)) return { kind: 'tokens', account }
    const { refresh_token } = account
    // The process that had the lease before may have learned that all are to wait.
    const pause = await pauseOf(account, instance)
    if (pause !== undefined || lease.isEnding()) return undefined
    const { provider, resource } = of
    const refreshed = await refreshTokens(provider, { ...account, refresh_token }, resource, instance)
    switch (refreshed.kind) {
      case 'refreshed': {
        const renewed: AdapterAccount = { ...account, ...refreshed.account, userId: account.userId }
        // Without the refresh token of before: that one was revoked when it was deleted.
        const received: AdapterAccount = { ...refreshed.account, userId: account.userId }
        const changes = changesOf(renewed, account, resource)
        // Before the row: what empties the row deletes it afterwards.
        if (resource !== undefined) await keepResourceToken(stored.row, renewed, resource, instance)
        const saved = await save(lease, changes, stored, instance)
        if (saved === false) {
          if (resource !== undefined) await forgetResourceTokens(stored.row, instance)
          await revokeUnstored(received, of, instance)
          return undefined
        }
        end = saved === true ? 'saved' : 'later'
        if (saved instanceof Error) {
          instance.logger.error(saved)
          onUnsaved(saveLater(lease, changes, stored, instance, () => revokeUnstored(received, of, instance)))
        }
        return { kind: 'tokens', account: renewed }
      }
      case 'rejected': {
        // Not by what another process has stored meanwhile.
        const ended = { ...keyOf(account), access_token: '', refresh_token: '' }
        if ((await save(lease, ended, stored, instance)) !== true) return undefined
        end = 'saved'
        await forgetResourceTokens(account, instance)
        const { provider, providerAccountId, userId } = account
        const { error } = refreshed
        await instance.emit('tokenRefreshFailed', {
          ...{ provider, providerAccountId, error },
          userId: String(userId),
        })
        return { kind: 'reauthenticate' }
      }
      case 'noTarget': {
        await pauseFor(PAUSE, account, instance, resource)
        logFailure(refreshed.error, provider, instance)
        return { kind: 'consent' }
      }
      case 'failed': {
        const { error, retryAfter } = refreshed
        await pauseFor(retryAfter ?? PAUSE, account, instance)
        logFailure(error, provider, instance)
        return oldTokens(account, options, instance) ?? { kind: 'unavailable', retryAfter }
      }
    }
  } finally {
    if (end !== 'later') await lease.release(end === 'saved' ? undefined : stored)
  }
}

/** Logs why there are no new tokens. */
export function logFailure(err: Error, { id }: ReadyOAuthProvider, { logger }: Instance): void {
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
  { logger }: Instance,
): Promise<boolean | Error> {
  let last: unknown
  for (const pause of [0, ...SAVE_DELAYS]) {
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
  { logger }: Instance,
  onLost: () => Promise<void>,
): Promise<void> {
  const end = performance.now() + LATE_SAVE_END
  while (performance.now() < end) {
    await delay(LATE_SAVE_DELAY)
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
async function revokeUnstored(received: AdapterAccount, of: AccountOf, instance: Instance): Promise<void> {
  try {
    const current = await findTokens(of, instance, ['refresh_token'])
    if (!current?.account.refresh_token) await instance.revokeAccountTokens([received])
  } catch (error) {
    instance.logger.error(asError(error))
  }
}

/** Seconds until the provider is to be sent requests again; `undefined` where it may be sent one now. */
export async function pauseOf(
  account: AdapterAccount,
  instance: Instance,
  resource?: string,
): Promise<number | undefined> {
  const value = await instance.store.get(await pauseKey(account, instance, resource))
  const left = Number(value) - instance.clock() / 1000
  return value !== null && left > 0 ? Math.ceil(left) : undefined
}

/** @param resource - Whose requests pause. Default: all. */
export async function pauseFor(
  seconds: number,
  account: AdapterAccount,
  instance: Instance,
  resource?: string,
): Promise<void> {
  const { store, clock, logger } = instance
  try {
    await store.set(await pauseKey(account, instance, resource), String(clock() / 1000 + seconds), seconds)
  } catch (error) {
    logger.error(asError(error))
  }
}

async function pauseKey(account: AdapterAccount, instance: Instance, resource = ''): Promise<string> {
  return `token-refresh-pause:${await tagOf(account, instance)}${resource}`
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
