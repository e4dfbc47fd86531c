import { AuthError, OAuthUnavailable, RateLimited } from '../../../errors.js'
import { asError } from '../../core/base/as-error.js'
import { printable } from '../../core/base/printable.js'
import { mediaTypeOf } from '../../core/http/media-type.js'
import { textParam } from '../../core/http/params.js'
import { json, nothing, type RouteResult } from '../../core/http/route-result.js'
import { type ClientLimit, clientLimit } from '../../core/limits/client-limit.js'
import type { App } from '../../core/object-lifetimes.js'
import type { RouteContext } from '../../core/route.js'
import { authorityOf } from '../../core/storage/provider-authority.js'
import { authorizationServerOf } from '../oauth/discovery.js'
import { asOAuthProvider, type ReadyOAuthProvider } from '../oauth/provider.js'
import { startTimeLimit } from '../oauth/time-limit.js'
import { type LogoutToken, SPENT_TTL_SECONDS, verifyLogoutToken } from './logout-token.js'
import { requireKeys } from './openid.js'
import { requireMacKeys } from './signature.js'

/** The response is the same for every rejected token, so that it reveals nothing about sessions. */
const INVALID = json({ error: 'invalid_request' }, 400)

const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded'

/** @see https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest */
export async function backchannelLogout({
  app,
  exchange,
  providerId = '',
}: RouteContext): Promise<RouteResult> {
  const token = textParam(exchange.body, 'logout_token')
  if (token === undefined || mediaTypeOf(exchange.request) !== FORM_MEDIA_TYPE) return INVALID
  try {
    const provider = logoutProvider(providerId, app)
    if (!provider) return INVALID
    await logOut(await verifyAndCount(token, provider, exchange.request, app), provider, app)
    return nothing(200)
  } catch (error) {
    if (error instanceof RateLimited) throw error
    // An `AuthError` is about the configuration or an outage, not about the token.
    if (error instanceof AuthError) app.logger.error(error)
    else app.logger.warn('backchannel-logout', `'${providerId}': ${printable(asError(error).message)}`)
    return INVALID
  }
}

function logoutProvider(id: string, { providers, warnOnce }: App): ReadyOAuthProvider | undefined {
  const provider = providers.get(id)
  if (provider?.type !== 'oidc') return undefined
  if (provider.backchannelLogout === true) return asOAuthProvider(provider)
  warnOnce(
    `backchannel-logout-${id}`,
    `'${id}' sent a logout token, which was ignored. Set \`backchannelLogout: true\` to end the user's sessions after a logout at the provider.`,
  )
  return undefined
}

/**
 * Returns the rate limit for rejected logout tokens. Each tenant has separate counts, because providers of
 * several tenants may share an IP address.
 */
function logoutTokenLimit(app: App): ClientLimit {
  return clientLimit(app, { name: 'logoutTokens', purpose: 'logout tokens', scope: 'ofTenant' })
}

/**
 * Verifies a logout token. Only rejected tokens count toward the rate limit, because a provider may send many
 * valid tokens at once.
 */
async function verifyAndCount(
  token: string,
  provider: ReadyOAuthProvider,
  request: Request,
  app: App,
): Promise<LogoutToken> {
  const inTime = startTimeLimit(provider, app)
  const server = await inTime(() => authorizationServerOf(provider, app))
  await inTime(() => requireKeys(server, provider))
  requireMacKeys(provider)
  const counted = await app.get(logoutTokenLimit).begin(request)
  const logoutToken = await inTime(() =>
    verifyLogoutToken(token, provider, server, app.clock() / 1000),
  ).catch(async (error: unknown) => {
    if (error instanceof OAuthUnavailable) await counted.takeBack()
    throw error
  })
  await counted.takeBack()
  return logoutToken
}

async function logOut(token: LogoutToken, provider: ReadyOAuthProvider, app: App): Promise<void> {
  const endedSessions = app.endedProviderSessions
  const session = sessionOf(token, provider)
  if (await endedSessions.wasUsed(session, token.jti)) throw new Error('The logout token was used before.')
  // Mark the token last. If the request failed after the mark, the provider's retry would be refused.
  await endedSessions.end(session)
  await endedSessions.markUsed(session, token.jti, SPENT_TTL_SECONDS)
  const { issuer, sub, sid } = token
  await app.emit('backchannelLogout', { provider: provider.id, issuer, sub, sid })
  app.logger.debug(`'${provider.id}' ended sessions`, { by: token.sid === undefined ? 'sub' : 'sid' })
}

function sessionOf({ issuer, sub, sid }: LogoutToken, provider: ReadyOAuthProvider) {
  return { authority: [provider.id, authorityOf(provider)], issuer, sub, sid }
}
