import { AuthError, OAuthUnavailable, RateLimited } from '../../../errors.js'
import { asError } from '../../core/base/as-error.js'
import { printable } from '../../core/base/printable.js'
import { mediaTypeOf } from '../../core/http/media-type.js'
import { textParam } from '../../core/http/params.js'
import { json, nothing, type RouteResult } from '../../core/http/result.js'
import type { App } from '../../core/lifetimes.js'
import type { RouteContext } from '../../core/route.js'
import { authorityOf } from '../../core/storage/account-keys.js'
import { authorizationServerOf } from '../oauth/discovery.js'
import { asOAuthProvider, type ReadyOAuthProvider } from '../oauth/provider.js'
import { startTimeLimit } from '../oauth/time-limit.js'
import { type LogoutToken, SPENT_TTL_SECONDS, verifyLogoutToken } from './logout-token.js'
import { logoutTokenLimit } from './logout-token-limit.js'
import { requireKeys } from './openid.js'

/** The same response for every rejected token, so that it reveals nothing about sessions. */
const INVALID = json({ error: 'invalid_request' }, 400)

/** The media type of the requests. */
const FORM = 'application/x-www-form-urlencoded'

/**
 * `POST /backchannel-logout/:provider`: a provider reports that a session there has ended. The sessions here that started with it end, too.
 * No cookies are read; only the token counts.
 *
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest
 */
export async function backchannelLogout({
  app,
  exchange,
  providerId = '',
}: RouteContext): Promise<RouteResult> {
  const token = textParam(exchange.body, 'logout_token')
  if (token === undefined || mediaTypeOf(exchange.request) !== FORM) return INVALID
  try {
    const provider = acceptingProvider(providerId, app)
    if (!provider) return INVALID
    await logOut(await verified(token, provider, exchange.request, app), provider, app)
    return nothing(200)
  } catch (error) {
    if (error instanceof RateLimited) throw error
    // An `AuthError` is about the configuration or an outage, not about the token.
    if (error instanceof AuthError) app.logger.error(error)
    else app.logger.warn('backchannel-logout', `'${providerId}': ${printable(asError(error).message)}`)
    return INVALID
  }
}

/** The provider, if its sessions end with those at the provider. */
function acceptingProvider(id: string, { providers, warnOnce }: App): ReadyOAuthProvider | undefined {
  const provider = providers.get(id)
  if (provider?.type !== 'oidc') return undefined
  if (provider.backchannelLogout === true) return asOAuthProvider(provider)
  warnOnce(
    `backchannel-logout-${id}`,
    `'${id}' sent a logout token, but sessions do not end with the session at the provider. Set \`backchannelLogout: true\` for it.`,
  )
  return undefined
}

/** Verifies a logout token, and counts it if it is rejected. While the keys cannot be fetched, a provider sends its tokens again. */
async function verified(
  token: string,
  provider: ReadyOAuthProvider,
  request: Request,
  app: App,
): Promise<LogoutToken> {
  const inTime = startTimeLimit(provider, app)
  const server = await inTime(() => authorizationServerOf(provider, app))
  await inTime(() => requireKeys(server, provider))
  const counted = await app.get(logoutTokenLimit).begin(request)
  const result = await inTime(() => verifyLogoutToken(token, provider, server, app.clock() / 1000)).catch(
    async (error: unknown) => {
      if (error instanceof OAuthUnavailable) await counted.takeBack()
      throw error
    },
  )
  await counted.takeBack()
  return result
}

async function logOut(verified: LogoutToken, provider: ReadyOAuthProvider, app: App): Promise<void> {
  const logout = app.endedProviderSessions
  const session = sessionOf(verified, provider)
  if (await logout.wasUsed(session, verified.jti)) throw new Error('The logout token was used before.')
  // Marked as used afterwards. Two concurrent copies end the same sessions. If the token were marked first
  // and the request then failed, the token could never be accepted again.
  await logout.end(session)
  await logout.markUsed(session, verified.jti, SPENT_TTL_SECONDS)
  const { issuer, sub, sid } = verified
  await app.emit('backchannelLogout', { provider: provider.id, issuer, sub, sid })
  app.logger.debug(`'${provider.id}' ended sessions`, { by: verified.sid === undefined ? 'sub' : 'sid' })
}

function sessionOf({ issuer, sub, sid }: LogoutToken, provider: ReadyOAuthProvider) {
  return { authority: [provider.id, authorityOf(provider)], issuer, sub, sid }
}
