import { InvalidCheck, OAuthAccountNotLinked } from '../../../errors.js'
import { type LinkResult, linkResultParams } from '../../../model/account.js'
import { type Params, textParam } from '../../core/http/params.js'
import { withQuery } from '../../core/http/redirects.js'
import { type RouteResult, redirect } from '../../core/http/route-result.js'
import type { Identity } from '../../core/login/identity.js'
import { destination, login } from '../../core/login/login.js'
import { WrongMethod } from '../../core/routes/route-errors.js'
import { authorizationServerOf } from './discovery.js'
import { responseMode } from './endpoint-url.js'
import { callbackError, isCausedByBrowser } from './errors.js'
import type { Flow } from './flow.js'
import { findFlow, isFinishedFlow, releaseFlow, spendFlow } from './flow-lifecycle.js'
import { openFormPost, sealFormPost } from './form-post.js'
import type { AuthorizationServer, BegunFlow, OAuthCall } from './openid-extension.js'
import { identify } from './profile.js'
import { forwardedUrl } from './redirect-proxy.js'
import { DOCUMENTS_LIMIT_MS, type InTime, startTimeLimit } from './time-limit.js'
import { isCode, redeem } from './token-endpoint.js'

export async function oauthCallback(call: OAuthCall): Promise<RouteResult> {
  const { provider, exchange } = call
  const { method } = exchange.request
  if (responseMode(provider) === 'query') {
    if (method !== 'GET') throw new WrongMethod(provider.id, ['GET'])
    return finishFlow(exchange.query, call)
  }
  if (method === 'POST') return redirect(await sealFormPost(call))
  return finishFlow(await openFormPost(call), call)
}

async function finishFlow(params: Params, call: OAuthCall): Promise<RouteResult> {
  const { provider, app, exchange } = call
  const forwarded = await forwardedUrl(params, call)
  if (forwarded !== undefined) return redirect(forwarded)
  const inTime = startTimeLimit(provider, app)
  const begun = await takeFlow(params, inTime, call)
  if (!begun) return redirect(exchange.origin + app.home)
  exchange.isRepeatable = false
  const identity = await identityOf(params, begun, inTime, call)
  return redirect(await signIn(identity, begun.flow, call))
}

/**
 * Returns the flow of a callback, and marks it as used. Fetches the metadata and the keys first. If that
 * fails, the browser can send the same callback again.
 *
 * Returns `undefined` if the flow was used before and the user is signed in, for example after the back button.
 */
async function takeFlow(params: Params, inTime: InTime, call: OAuthCall): Promise<BegunFlow | undefined> {
  const { exchange } = call
  const state = textParam(params, 'state')
  try {
    const flow = await findFlow(state, exchange)
    exchange.callbackUrl = flow.callbackUrl
    const server = await inTime(() => serverWithKeys(params, call), { limitMs: DOCUMENTS_LIMIT_MS })
    await spendFlow(flow, exchange)
    return { flow, server }
  } catch (error) {
    const isRepeated = error instanceof InvalidCheck && (await isFinishedFlow(state, exchange))
    if (isRepeated && (await exchange.site.sessions.find(exchange))) return undefined
    throw error
  }
}

async function serverWithKeys(
  params: Params,
  { provider, openId, app }: OAuthCall,
): Promise<AuthorizationServer> {
  try {
    const server = await authorizationServerOf(provider, app)
    if (isCode(textParam(params, 'code'))) await openId?.requireKeys(server, provider)
    return server
  } catch (error) {
    throw callbackError(provider, error)
  }
}

async function identityOf(
  params: Params,
  begun: BegunFlow,
  inTime: InTime,
  call: OAuthCall,
): Promise<Identity> {
  const { provider, app, exchange } = call
  const { flow } = begun
  // Late tokens are not revoked, because some providers would also revoke the tokens of the user's other
  // sign-ins.
  const late = (): void =>
    app.logger.warn(
      'late-tokens',
      `A sign-in with '${provider.id}' took longer than the time limit, so the user was not signed in. Its tokens are not stored, and stay valid at the provider until they expire.`,
    )
  const redeemed = await inTime(() => redeem(params, begun, call), { late }).catch(async (error: unknown) => {
    if (isCausedByBrowser(error)) await releaseFlow(flow, exchange)
    throw error
  })
  const identity = await inTime(() => identify(redeemed, call), { late, failedLate: late })
  return { ...identity, state: flow.data }
}

async function signIn(identity: Identity, flow: Flow, { app, exchange }: OAuthCall): Promise<string> {
  const { linkTo, callbackUrl, reportsLink } = flow
  try {
    const outcome = await login(identity, { linkTo }, app, exchange)
    const linked = outcome.kind === 'signedIn' ? outcome.linked : undefined
    const target = reportsLink && linked ? withLinkResult(flow, linked) : callbackUrl
    return destination(outcome, target, app, exchange)
  } catch (error) {
    if (reportsLink && error instanceof OAuthAccountNotLinked) return withLinkResult(flow, 'otherUser')
    throw error
  }
}

function withLinkResult({ callbackUrl, provider }: Flow, result: LinkResult['result']): string {
  return withQuery(callbackUrl, linkResultParams({ provider, result }))
}
