import { InvalidCheck, InvalidRequest, OAuthAccountNotLinked } from '../../../errors.js'
import { type LinkResult, linkResultParams } from '../../../model/account.js'
import { type Params, textParam } from '../../core/http/params.js'
import { withQuery } from '../../core/http/redirects.js'
import { type RouteResult, redirect } from '../../core/http/result.js'
import { destination, login } from '../../core/login/login.js'
import { wrongMethod } from '../../core/routes/route-errors.js'
import { authorizationServerOf } from './discovery.js'
import { callbackError, hadNoCode } from './errors.js'
import type { Flow } from './flow-cookies.js'
import type { OAuthCall } from './openid-extension.js'
import { identify } from './profile.js'
import { responseMode } from './provider.js'
import { handover, keepFormPost, keptFormPost } from './redirection-endpoint.js'
import { flowOfState, isFinishedFlow, releaseFlow } from './state.js'
import { startTimeLimit } from './time-limit.js'
import { codeOf, redeem } from './token-endpoint.js'

/** Milliseconds for metadata and keys. So the code is never sent when too little time is left for its tokens. */
const DOCUMENTS_LIMIT_MS = 7_000

/** The callback of an OAuth or OpenID Connect provider, by redirect or by form post. */
export async function oauthCallback(call: OAuthCall): Promise<RouteResult> {
  const { provider, exchange } = call
  const { method } = exchange.request
  if (responseMode(provider) === 'query') {
    if (method !== 'GET') throw wrongMethod(provider.id)
    return finishFlow(exchange.query, call)
  }
  if (method === 'POST') return redirect(await keepFormPost(call))
  return finishFlow(await keptFormPost(call), call)
}

async function finishFlow(params: Params, call: OAuthCall): Promise<RouteResult> {
  const { provider, app, exchange } = call
  const elsewhere = await handover(params, call)
  if (elsewhere !== undefined) return redirect(elsewhere)
  const state = textParam(params, 'state')
  const inTime = startTimeLimit(provider, app)
  const prepare = (found: Flow): Promise<void> => {
    exchange.callbackUrl = found.callbackUrl
    return inTime(() => requireDocuments(params, call), DOCUMENTS_LIMIT_MS)
  }
  const flow = await flowOfState(state, exchange, prepare).catch(async (error: unknown) => {
    // The same callback again, by the back button or a second click. The first one was finished, or reported its error.
    const isRepeated = error instanceof InvalidCheck && (await isFinishedFlow(state, exchange))
    if (isRepeated && (await exchange.site.sessions.find(exchange))) return undefined
    throw error
  })
  if (!flow) return redirect(exchange.origin + app.home)
  exchange.isRepeatable = false
  const redeemed = await inTime(() => redeem(params, flow, call)).catch(async (error: unknown) => {
    if (hadNoCode(error)) await releaseFlow(flow, exchange)
    throw error
  })
  const identity = { ...(await inTime(() => identify(redeemed, call))), state: flow.data }
  const outcome = await login(identity, { linkTo: flow.linkTo }, app, exchange).catch((error: unknown) => {
    if (flow.reportsLink && error instanceof OAuthAccountNotLinked) return 'otherUser' as const
    throw error
  })
  const report = (result: LinkResult['result']): string =>
    withQuery(flow.callbackUrl, linkResultParams({ provider: provider.id, result }))
  if (outcome === 'otherUser') return redirect(report(outcome))
  const { linked = undefined } = outcome.kind === 'signedIn' ? outcome : {}
  const target = flow.reportsLink && linked ? report(linked) : flow.callbackUrl
  return redirect(destination(outcome, target, app, exchange))
}

/** Fetches the metadata and keys that a callback needs. Throws before its code is used up. */
async function requireDocuments(params: Params, { provider, openId, app }: OAuthCall): Promise<void> {
  try {
    const server = await authorizationServerOf(provider, app)
    if (codeOf(params) !== undefined) await openId?.requireKeys(server, provider)
  } catch (thrown) {
    // `redeem` reports a malformed code, after the flow is used up.
    if (thrown instanceof InvalidRequest) return
    throw callbackError(provider, thrown)
  }
}
