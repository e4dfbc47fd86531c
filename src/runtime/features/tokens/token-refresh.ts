import type { AdapterAccount } from '../../../adapters/contract.js'
import { OAuthUnavailable } from '../../../errors.js'
import { backgroundWork } from '../../core/background-work.js'
import type { App } from '../../core/object-lifetimes.js'
import type { ReadyOAuthProvider } from '../oauth/provider.js'
import { startTimeLimit } from '../oauth/time-limit.js'
import type { ReadTokensOptions } from './account-tokens.js'
import { pauseOf, startPause } from './refresh-pause.js'
import { refreshTokens } from './refresh-request.js'
import { forgetResourceTokens, keepResourceToken } from './resource-tokens.js'
import type { RefreshOutcome } from './shared-refreshes.js'
import { isFresh } from './token-freshness.js'

/** The tokens of a database row or of a cookie. */
export interface TokenRecord {
  /** The tokens of a database row may be encrypted. */
  readonly stored: AdapterAccount
  /** With decrypted tokens. If a resource was requested, `access_token` is the token for that resource. */
  readonly account: AdapterAccount & { readonly refresh_token: string }
  /**
   * Stores new tokens. Returns `false` and stores nothing if the old tokens were revoked or replaced.
   *
   * @param received - The account with only the tokens of the response, to be revoked if they cannot be stored.
   */
  replace(renewed: AdapterAccount, received: AdapterAccount): Promise<boolean>
  revoke(received: AdapterAccount): Promise<void>
  /** Removes a rejected refresh token. Returns `false` if it is no longer stored. */
  end(): Promise<boolean>
}

/**
 * Returns the outcome of a call, or `undefined` if a request is needed and may be sent. A closing application
 * sends none, because it might not store the new tokens.
 */
export async function outcomeWithoutRequest(
  account: AdapterAccount,
  options: ReadTokensOptions,
  app: App,
): Promise<RefreshOutcome | undefined> {
  if (isFresh(account, options, app)) return { kind: 'tokens', account }
  if (!account.refresh_token) return unexpired(account, options, app) ?? { kind: 'reauthenticate' }
  if (app.host.get(backgroundWork).state() !== 'open') {
    return unexpired(account, options, app) ?? { kind: 'unavailable' }
  }
  const pause = await pauseOf(account, app)
  if (pause !== undefined) {
    return unexpired(account, options, app) ?? { kind: 'unavailable', retryAfter: pause }
  }
  const { resource } = options
  const isPaused = resource !== undefined && (await pauseOf(account, app, resource)) !== undefined
  return isPaused ? { kind: 'consent' } : undefined
}

/**
 * Returns the outcome of a refresh, or of `late` after the time limit of the provider. The refresh then
 * continues in the background, and a later call gets its tokens.
 */
export async function outcomeInTime(
  refresh: Promise<RefreshOutcome>,
  provider: ReadyOAuthProvider,
  late: () => RefreshOutcome,
  app: App,
): Promise<RefreshOutcome> {
  try {
    return await startTimeLimit(provider, app)(() => refresh)
  } catch (error) {
    if (!(error instanceof OAuthUnavailable)) throw error
    app.logger.error(error)
    return late()
  }
}

export function unexpired(
  account: AdapterAccount,
  { refused }: ReadTokensOptions,
  app: App,
): RefreshOutcome | undefined {
  return isFresh(account, { validFor: 0, refused }, app) ? { kind: 'tokens', account } : undefined
}

/**
 * Refreshes tokens, and replaces the record. Returns `undefined` if the tokens of the record were replaced or
 * revoked during the request.
 */
export async function refreshRecord(
  record: TokenRecord,
  provider: ReadyOAuthProvider,
  options: ReadTokensOptions,
  app: App,
): Promise<RefreshOutcome | undefined> {
  const { stored, account } = record
  const { resource } = options
  const refreshed = await refreshTokens(provider, account, resource, app)
  switch (refreshed.kind) {
    case 'refreshed': {
      const { userId } = account
      // The old refresh token is left out: the request that deletes the old tokens also revokes it.
      const received: AdapterAccount = { ...refreshed.received, userId }
      // Store the token for a resource before the record is replaced. A request that clears the record
      // afterwards then deletes this token, too.
      if (resource !== undefined) await keepResourceToken(stored, { ...account, ...received }, resource, app)
      if (await record.replace({ ...account, ...refreshed.stored, userId }, received)) {
        return { kind: 'tokens', account: { ...account, ...received } }
      }
      if (resource !== undefined) await forgetResourceTokens(stored, app)
      await record.revoke(received)
      return undefined
    }
    case 'rejected': {
      if (!(await record.end())) return undefined
      await forgetResourceTokens(stored, app)
      const { providerAccountId, userId } = account
      const { error } = refreshed
      await app.emit('tokenRefreshFailed', {
        provider: provider.id,
        providerAccountId,
        error,
        userId: String(userId),
      })
      return { kind: 'reauthenticate' }
    }
    case 'noTarget': {
      await startPause(undefined, account, app, resource)
      logFailure(refreshed.error, provider, app)
      return { kind: 'consent' }
    }
    case 'failed': {
      const { error, retryAfter, refreshToken } = refreshed
      // The provider may accept only the newest refresh token that it has sent.
      if (refreshToken !== undefined && refreshToken !== account.refresh_token) {
        const { provider: id, providerAccountId, type, userId } = account
        const received = { provider: id, providerAccountId, type, userId, refresh_token: refreshToken }
        if (!(await record.replace({ ...account, refresh_token: refreshToken }, received))) {
          await record.revoke(received)
          return undefined
        }
      }
      await startPause(retryAfter, account, app)
      logFailure(error, provider, app)
      return unexpired(account, options, app) ?? { kind: 'unavailable', retryAfter }
    }
  }
}

function logFailure(err: Error, { id }: ReadyOAuthProvider, { logger }: App): void {
  const message = `The tokens of '${id}' could not be refreshed: ${err.message}`
  logger.error(new OAuthUnavailable(message, { cause: { err, provider: id } }))
}
