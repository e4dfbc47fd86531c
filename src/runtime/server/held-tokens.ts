import type { AdapterAccount } from '../../adapters/contract.js'
import type { TokensResult } from '../../model/provider-tokens.js'
import { asError } from '../base/as-error.js'
import type { Instance } from '../compile.js'
import { createMac } from '../crypto/mac.js'
import { createSealer } from '../crypto/sealer.js'
import type { OAuthExchange } from '../flows/oauth/capabilities.js'
import type { ReadyOAuthProvider } from '../flows/oauth/provider.js'
import { refreshTokens } from '../flows/oauth/refresh-request.js'
import { type RefreshOutcome, tagOf } from '../storage/refresh-lease.js'
import { forgetResourceTokens, keepResourceToken, withResourceToken } from '../storage/resource-tokens.js'
import { isFresh, missingScopes, type ReadTokensOptions, shown } from './account-tokens.js'
import { logFailure, oldTokens, PAUSE, pauseFor, pauseOf } from './token-refresh.js'

/** Seconds for which new tokens are found by a cookie that the browser has not replaced, after the access token has ended. */
const KEPT = 60 * 60

/** The longest life of an access token that counts here, in seconds. */
const MAX_LIFETIME = 24 * 60 * 60

/** How many refreshes a cookie may be behind. */
const MAX_STEPS = 10

/** The value in place of new tokens, where the provider accepts the refresh token no more. */
const ENDED = 'ended'

/**
 * The tokens that a cookie keeps of the signed-in user. They are refreshed as those of a row are: calls of a process share one request. The
 * cookie of new tokens goes to the exchange. It may never reach the browser, so the store keeps them as well, sealed, under a MAC of the refresh
 * token that they replace: that one is not sent twice.
 */
export async function tokensOfCookie(
  exchange: OAuthExchange,
  userId: string,
  provider: ReadyOAuthProvider,
  options: ReadTokensOptions,
  instance: Instance,
): Promise<TokensResult> {
  const { context } = exchange
  const [cookie, key] = await Promise.all([context.tokenCookie(), context.sessions.key(exchange)])
  const held = await cookie.read(key, exchange)
  const { providerAccountId = held?.providerAccountId } = options
  if (held?.provider !== provider.id || held.providerAccountId !== providerAccountId) {
    return { ok: false, reason: 'notLinked' }
  }
  const account = { ...held, userId } as AdapterAccount
  const current = await forResource(account, options, instance)
  const isKnown = options.resource === undefined || isFresh(current, options, instance)
  const missing = isKnown ? missingScopes(current, options) : []
  if (missing.length > 0) return { ok: false, reason: 'consent', missing }
  if (isFresh(current, options, instance)) return shown({ kind: 'tokens', account: current }, options)
  const outcome = await renewedOnce(account, provider, options, instance)
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
  instance: Instance,
): Promise<AdapterAccount> {
  if (resource === undefined) return account
  return withResourceToken(account, resource, instance)
}

/**
 * What becomes of tokens that end: calls of the process that have the same ones share it. Those for several resources share the refresh token, and
 * take turns.
 */
async function renewedOnce(
  account: AdapterAccount,
  provider: ReadyOAuthProvider,
  options: ReadTokensOptions,
  instance: Instance,
): Promise<RefreshOutcome> {
  if (!account.refresh_token) return oldTokens(account, options, instance) ?? { kind: 'reauthenticate' }
  const { refreshes } = instance
  const replaced = replacements(instance)
  const [name, turn] = await Promise.all([replaced.nameOf(account), tagOf(account, instance)])
  const key = `${name} ${options.resource ?? ''}`
  const running = refreshes.get(key)
  if (running) return running
  const before = refreshes.get(turn)
  const outcome = (async () => {
    await before?.catch(() => undefined)
    return renewed(account, provider, options, replaced, instance)
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
  replaced: Replacements,
  instance: Instance,
): Promise<RefreshOutcome> {
  const account = await replaced.latest(presented)
  if (account === ENDED) return { kind: 'reauthenticate' }
  const { resource } = options
  const current = await forResource(account, options, instance)
  if (isFresh(current, options, instance)) return { kind: 'tokens', account: current, kept: account }
  const old = oldTokens(current, options, instance)
  const { refresh_token } = account
  if (!refresh_token) return old ?? { kind: 'reauthenticate' }
  const pause = await pauseOf(account, instance)
  if (pause !== undefined) return old ?? { kind: 'unavailable', retryAfter: pause }
  if (resource !== undefined && (await pauseOf(account, instance, resource))) return { kind: 'consent' }
  const refreshed = await refreshTokens(provider, { ...current, refresh_token }, resource, instance)
  switch (refreshed.kind) {
    case 'refreshed': {
      const next = { ...current, refresh_token, ...refreshed.account } as AdapterAccount
      if (resource === undefined) {
        await replaced.keep([presented, account], next)
        return { kind: 'tokens', account: next }
      }
      const { id_token } = next
      const kept = {
        ...account,
        refresh_token: next.refresh_token ?? refresh_token,
        ...(id_token && { id_token }),
      }
      if (kept.refresh_token !== refresh_token) await replaced.keep([presented, account], kept)
      await keepResourceToken(account, next, resource, instance)
      return { kind: 'tokens', account: next, kept }
    }
    case 'rejected': {
      await replaced.keep([presented, account], ENDED)
      await forgetResourceTokens(account, instance)
      const { providerAccountId, userId } = account
      const { error } = refreshed
      await instance.emit('tokenRefreshFailed', { provider: provider.id, providerAccountId, userId, error })
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
      return old ?? { kind: 'unavailable', retryAfter }
    }
  }
}

/** The tokens that took the place of others. */
interface Replacements {
  /** Names the refresh token of an account, and reveals nothing of it. */
  nameOf(account: AdapterAccount): Promise<string>
  /** The tokens that took the place of those of a cookie, or the same. */
  latest(account: AdapterAccount): Promise<AdapterAccount | typeof ENDED>
  /** Keeps new tokens for the cookies that have one of the old ones. Where the store fails, the cookie of the response has them alone. */
  keep(old: readonly AdapterAccount[], renewed: AdapterAccount | typeof ENDED): Promise<void>
}

function replacements({ store, secrets, clock, logger }: Instance): Replacements {
  const mac = createMac(secrets, 'replaced tokens')
  const sealer = createSealer({ secrets, purpose: 'replaced tokens', audience: 'store', clock })
  const nameOf = async ({
    provider,
    providerAccountId,
    refresh_token = '',
  }: AdapterAccount): Promise<string> =>
    `token-replaced:${await mac.sign(JSON.stringify([provider, providerAccountId, refresh_token]))}`
  const lifetimeOf = ({ expires_at }: AdapterAccount): number => {
    const left = Number(expires_at ?? 0) - clock() / 1000
    return KEPT + Math.ceil(Math.max(0, Math.min(MAX_LIFETIME, left)))
  }
  return {
    nameOf,
    async latest(presented) {
      let account = presented
      for (let step = 0; step < MAX_STEPS; step++) {
        const value = await store.get(await nameOf(account))
        if (value === null) return account
        if (value === ENDED) return ENDED
        const opened = await sealer.open(value)
        const next = opened?.['account'] as AdapterAccount | undefined
        if (!next) return account
        const isLast = next.refresh_token === account.refresh_token
        account = { ...next, userId: presented.userId }
        if (isLast) return account
      }
      return account
    },
    async keep(old, renewed) {
      const ttl = renewed === ENDED ? MAX_LIFETIME : lifetimeOf(renewed)
      try {
        const value = renewed === ENDED ? ENDED : await sealer.seal({ account: renewed }, ttl)
        const names = new Set(await Promise.all(old.map(nameOf)))
        await Promise.all([...names].map((name) => store.set(name, value, ttl)))
      } catch (error) {
        logger.error(asError(error))
      }
    },
  }
}
