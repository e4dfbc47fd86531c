import type { AdapterAccount } from '../../../adapters/contract.js'
import type { TokensResult } from '../../../model/provider-tokens.js'
import { backgroundWork } from '../../core/background-work.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import type { ReadyOAuthProvider } from '../oauth/provider.js'
import { siteTokenCookie } from '../oauth/token-cookie.js'
import { tagOf } from './account-store-keys.js'
import { hasRefusedToken, type ReadTokensOptions, resultBeforeRefresh, resultOf } from './account-tokens.js'
import { ENDED, ReplacedTokens } from './replaced-tokens.js'
import { withResourceToken } from './resource-tokens.js'
import { revokeTokens } from './revocation.js'
import { appRefreshes, type RefreshOutcome } from './shared-refreshes.js'
import {
  outcomeInTime,
  outcomeWithoutRequest,
  refreshRecord,
  type TokenRecord,
  unexpired,
} from './token-refresh.js'

/**
 * Returns the tokens in the cookie, and refreshes them if necessary. The new cookie may never reach the
 * browser. So the new tokens are also sealed and stored under a MAC of the old refresh token, where a request
 * with the old cookie finds them.
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
  const stored = await cookie.read(key, exchange)
  const { providerAccountId = stored?.providerAccountId } = options
  if (stored?.provider !== provider.id || stored.providerAccountId !== providerAccountId) {
    return { ok: false, reason: 'notLinked' }
  }
  const account: AdapterAccount = { ...stored, userId }
  const current = await withRequestedToken(account, options, app)
  const usable = resultBeforeRefresh(current, options, app)
  if (usable) return usable
  const outcome = await outcomeInTime(
    refreshCookieOnce(account, provider, options, app),
    provider,
    () => unexpired(current, options, app) ?? { kind: 'unavailable' },
    app,
  )
  const { cookieAccount = account } = outcome
  const isUnchanged =
    cookieAccount.access_token === account.access_token &&
    cookieAccount.expires_at === account.expires_at &&
    cookieAccount.refresh_token === account.refresh_token
  if (!isUnchanged) await cookie.write(key, cookieAccount, exchange)
  return resultOf(outcome, options)
}

async function withRequestedToken(
  account: AdapterAccount,
  { resource }: ReadTokensOptions,
  app: App,
): Promise<AdapterAccount> {
  if (resource === undefined) return account
  return withResourceToken(account, resource, app)
}

/**
 * Refreshes the tokens of a cookie. Refreshes of one account run one after the other: all resources share the
 * account's refresh token, and a request with an old cookie uses the refresh token of the newest cookie.
 */
async function refreshCookieOnce(
  account: AdapterAccount,
  provider: ReadyOAuthProvider,
  options: ReadTokensOptions,
  app: App,
): Promise<RefreshOutcome> {
  if (!account.refresh_token) {
    const current = await withRequestedToken(account, options, app)
    return unexpired(current, options, app) ?? { kind: 'reauthenticate' }
  }
  const refreshes = app.get(appRefreshes)
  const replaced = new ReplacedTokens(app)
  const [tokenKey, tag] = await Promise.all([replaced.keyOf(account), tagOf(account, app)])
  const tokens = [tokenKey, options.resource]
  const other = refreshes.get(JSON.stringify(tokens))
  const joined = other && (await other)
  if (joined && !hasRefusedToken(joined, options)) return joined
  const key = JSON.stringify(joined ? [...tokens, options.refused] : tokens)
  const running = refreshes.get(key)
  if (running) return running
  const previous = refreshes.get(tag)
  const outcome = (async () => {
    await previous?.catch(() => undefined)
    return refreshCookie(account, provider, options, replaced, app)
  })()
  refreshes.set(key, outcome)
  refreshes.set(tag, outcome)
  const forget = (): void => {
    refreshes.delete(key)
    if (refreshes.get(tag) === outcome) refreshes.delete(tag)
  }
  app.host.get(backgroundWork).run(outcome.then(forget, forget))
  return outcome
}

/**
 * Finds the newest tokens of the account in a cookie, and refreshes them if they expire soon. The cookie may
 * contain tokens that were already replaced.
 *
 * @param presented - The account in the cookie of the request.
 */
async function refreshCookie(
  presented: AdapterAccount,
  provider: ReadyOAuthProvider,
  options: ReadTokensOptions,
  replaced: ReplacedTokens,
  app: App,
): Promise<RefreshOutcome> {
  const stored = await replaced.latest(presented)
  if (stored === ENDED) return endedOutcome(presented)
  const account = await withRequestedToken(stored, options, app)
  const withoutRequest = await outcomeWithoutRequest(account, options, app)
  if (withoutRequest) return { ...withoutRequest, cookieAccount: stored }
  const { refresh_token = '' } = stored
  let cookieAccount = stored
  const record: TokenRecord = {
    stored,
    account: { ...account, refresh_token },
    replace(renewed) {
      cookieAccount = options.resource === undefined ? renewed : withoutResource(renewed, stored)
      return replaced.keep([presented, stored], cookieAccount)
    },
    revoke: (received) => revokeTokens(provider, received, app),
    end() {
      cookieAccount = withoutTokens(stored)
      return replaced.keep([presented, stored], ENDED)
    },
  }
  const outcome = await refreshRecord(record, provider, options, app)
  if (outcome) return { ...outcome, cookieAccount }
  // Another process has refreshed the same tokens, or a sign-out has revoked them.
  const newest = await replaced.latest(presented)
  if (newest === ENDED) return endedOutcome(presented)
  const found = await outcomeWithoutRequest(await withRequestedToken(newest, options, app), options, app)
  return { ...(found ?? { kind: 'unavailable' }), cookieAccount: newest }
}

function endedOutcome(account: AdapterAccount): RefreshOutcome {
  return { kind: 'reauthenticate', cookieAccount: withoutTokens(account) }
}

/** Removes the tokens from an account, except the ID token, which grants no access. */
function withoutTokens(account: AdapterAccount): AdapterAccount {
  const { access_token: _, refresh_token: __, ...others } = account
  return others
}

/** Returns the account to store in the cookie, without the access token for a resource. */
function withoutResource(renewed: AdapterAccount, stored: AdapterAccount): AdapterAccount {
  const { refresh_token = stored.refresh_token, id_token } = renewed
  return { ...stored, refresh_token, ...(id_token && { id_token }) }
}
