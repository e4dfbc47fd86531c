import { InvalidCheck, InvalidRequest, OAuthAccountNotLinked } from '../../../errors.js'
import { type LinkResult, linkResultParams } from '../../../model/account.js'
import { type Params, textParam } from '../../core/http/params.js'
import { withQuery } from '../../core/http/redirects.js'
import { type RouteResult, redirect } from '../../core/http/result.js'
import type { Identity } from '../../core/login/identity.js'
import { destination, login } from '../../core/login/login.js'
import { wrongMethod } from '../../core/routes/route-errors.js'
import { authorizationServerOf } from './discovery.js'
import { callbackError, hadNoCode } from './errors.js'
import type { Flow } from './flow.js'
import { openFormPost, sealFormPost } from './form-post.js'
import type { OAuthCall } from './openid-extension.js'
import { identify } from './profile.js'
import { responseMode } from './provider.js'
import { forwardedUrl } from './redirect-proxy.js'
import { consumeFlow, isFinishedFlow, releaseFlow } from './state.js'
import { type InTime, startTimeLimit } from './time-limit.js'
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
  if (method === 'POST') return redirect(await sealFormPost(call))
  return finishFlow(await openFormPost(call), call)
}

async function finishFlow(params: Params, call: OAuthCall): Promise<RouteResult> {
  const { provider, app, exchange } = call
  const forwarded = await forwardedUrl(params, call)
  if (forwarded !== undefined) return redirect(forwarded)
  const inTime = startTimeLimit(provider, app)
  const flow = await flowOf(params, inTime, call)
  if (!flow) return redirect(exchange.origin + app.home)
  exchange.isRepeatable = false
  const identity = await identityOf(params, flow, inTime, call)
  return redirect(await signIn(identity, flow, call))
}

/**
 * Returns the flow of a callback, which cannot be used again. Returns `undefined` if the same callback is
 * sent again, by the back button or a second click, and the user is signed in.
 */
async function flowOf(params: Params, inTime: InTime, call: OAuthCall): Promise<Flow | undefined> {
  const { exchange } = call
  const state = textParam(params, 'state')
  const prepare = (flow: Flow): Promise<void> => {
    exchange.callbackUrl = flow.callbackUrl
    return inTime(() => requireDocuments(params, call), DOCUMENTS_LIMIT_MS)
  }
  try {
    return await consumeFlow(state, exchange, prepare)
  } catch (error) {
    const isRepeated = error instanceof InvalidCheck && (await isFinishedFlow(state, exchange))
    if (isRepeated && (await exchange.site.sessions.find(exchange))) return undefined
    throw error
  }
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

/** Exchanges the code of a callback for tokens, and returns the user to whom they belong. */
async function identityOf(params: Params, flow: Flow, inTime: InTime, call: OAuthCall): Promise<Identity> {
  const redeemed = await inTime(() => redeem(params, flow, call)).catch(async (error: unknown) => {
    if (hadNoCode(error)) await releaseFlow(flow, call.exchange)
    throw error
  })
  return { ...(await inTime(() => identify(redeemed, call))), state: flow.data }
}

/** Signs the user in, or links the account. Returns the URL to redirect to. */
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

/** The redirect target of a flow, with the result of linking. */
function withLinkResult({ callbackUrl, provider }: Flow, result: LinkResult['result']): string {
  return withQuery(callbackUrl, linkResultParams({ provider, result }))
}
