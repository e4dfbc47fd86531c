import type { AdapterAccount } from '../../../adapters/contract.js'
import type { TokensResult } from '../../../model/provider-tokens.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import type { ReadyOAuthProvider } from '../oauth/provider.js'
import { siteTokenCookie } from '../oauth/token-cookie.js'
import { isFresh, missingScopes, type ReadTokensOptions, shown } from './account-tokens.js'
import { appRefreshes, type RefreshOutcome, tagOf } from './refresh-lease.js'
import { refreshTokens } from './refresh-request.js'
import { ENDED, type ReplacedTokens, replacedTokens } from './replaced-tokens.js'
import { forgetResourceTokens, keepResourceToken, withResourceToken } from './resource-tokens.js'
import { revokeTokens } from './revocation.js'
import { FAILURE_PAUSE_SECONDS, logFailure, oldTokens, pauseFor, pauseOf } from './token-refresh.js'

/**
 * The tokens that a cookie keeps of the signed-in user. They are refreshed as those of a row are: calls of a process share one request. The
 * cookie of new tokens goes to the exchange. It may never reach the browser, so the store keeps them as well, sealed, under a MAC of the refresh
 * token that they replace: that one is not sent twice.
 */
export async function tokensOfCookie(
  exchange: Exchange,
  userId: string,
  provider: ReadyOAuthProvider,
  options: ReadTokensOptions,
  app: App,
): Promise<TokensResult> {
  const { site } = exchange
  const cookie = site.get(siteTokenCookie)
  const key = await site.sessions.key(exchange)
  const held = await cookie.read(key, exchange)
  const { providerAccountId = held?.providerAccountId } = options
  if (held?.provider !== provider.id || held.providerAccountId !== providerAccountId) {
    return { ok: false, reason: 'notLinked' }
  }
  const account = { ...held, userId } as AdapterAccount
  const current = await forResource(account, options, app)
  const isKnown = options.resource === undefined || isFresh(current, options, app)
  const missing = isKnown ? missingScopes(current, options) : []
  if (missing.length > 0) return { ok: false, reason: 'consent', missing }
  if (isFresh(current, options, app)) return shown({ kind: 'tokens', account: current }, options)
  const outcome = await renewedOnce(account, provider, options, app)
  if (outcome.kind === 'tokens') {
    const { kept = outcome.account } = outcome
    const isSame = kept.access_token === account.access_token && kept.refresh_token === account.refresh_token
    if (!isSame) await cookie.write(key, kept, exchange)
  }
  if (outcome.kind === 'reauthenticate') {
    const { access_token: _, refresh_token: __, ...ended } = account
    await cookie.write(key, ended, exchange)
  }
  return shown(outcome, options)
}

/** The account with the access token that the caller needs. */
async function forResource(
  account: AdapterAccount,
  { resource }: ReadTokensOptions,
  app: App,
): Promise<AdapterAccount> {
  if (resource === undefined) return account
  return withResourceToken(account, resource, app)
}

/**
 * What becomes of tokens that end: calls of the process that have the same ones share it. Those for several resources share the refresh token, and
 * take turns.
 */
async function renewedOnce(
  account: AdapterAccount,
  provider: ReadyOAuthProvider,
  options: ReadTokensOptions,
  app: App,
): Promise<RefreshOutcome> {
  if (!account.refresh_token) return oldTokens(account, options, app) ?? { kind: 'reauthenticate' }
  const refreshes = app.get(appRefreshes)
  const replaced = replacedTokens(app)
  const [name, turn] = await Promise.all([replaced.nameOf(account), tagOf(account, app)])
  const key = `${name} ${options.resource ?? ''}`
  const running = refreshes.get(key)
  if (running) return running
  const before = refreshes.get(turn)
  const outcome = (async () => {
    await before?.catch(() => undefined)
    return renewed(account, provider, options, replaced, app)
  })()
  refreshes.set(key, outcome)
  refreshes.set(turn, outcome)
  return outcome.finally(() => {
    refreshes.delete(key)
    if (refreshes.get(turn) === outcome) refreshes.delete(turn)
  })
}

async function renewed(
  presented: AdapterAccount,
  provider: ReadyOAuthProvider,
  options: ReadTokensOptions,
  replaced: ReplacedTokens,
  app: App,
): Promise<RefreshOutcome> {
  const account = await replaced.latest(presented)
  if (account === ENDED) return { kind: 'reauthenticate' }
  const { resource } = options
  const current = await forResource(account, options, app)
  if (isFresh(current, options, app)) return { kind: 'tokens', account: current, kept: account }
  const old = oldTokens(current, options, app)
  const { refresh_token } = account
  if (!refresh_token) return old ?? { kind: 'reauthenticate' }
  const pause = await pauseOf(account, app)
  if (pause !== undefined) return old ?? { kind: 'unavailable', retryAfter: pause }
  if (resource !== undefined && (await pauseOf(account, app, resource))) return { kind: 'consent' }
  const refreshed = await refreshTokens(provider, { ...current, refresh_token }, resource, app)
  switch (refreshed.kind) {
    case 'refreshed': {
      const next = { ...current, refresh_token, ...refreshed.account } as AdapterAccount
      const { id_token } = next
      const kept =
        resource === undefined
          ? next
          : { ...account, refresh_token: next.refresh_token ?? refresh_token, ...(id_token && { id_token }) }
      // Before it is known whether the tokens were ended: what ends them forgets it afterwards.
      if (resource !== undefined) await keepResourceToken(account, next, resource, app)
      if (!(await replaced.keep([presented, account], kept))) {
        if (resource !== undefined) await forgetResourceTokens(account, app)
        // Without the refresh token of before: that one was revoked when they were ended.
        await revokeTokens(provider, refreshed.account, app)
        return { kind: 'reauthenticate' }
      }
      if (resource === undefined) return { kind: 'tokens', account: next }
      return { kind: 'tokens', account: next, kept }
    }
    case 'rejected': {
      await replaced.keep([presented, account], ENDED)
      await forgetResourceTokens(account, app)
      const { providerAccountId, userId } = account
      const { error } = refreshed
      await app.emit('tokenRefreshFailed', { provider: provider.id, providerAccountId, userId, error })
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
      return old ?? { kind: 'unavailable', retryAfter }
    }
  }
}
