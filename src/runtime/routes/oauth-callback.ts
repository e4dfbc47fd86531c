import { InvalidCheck, OAuthAccountNotLinked, OAuthUnavailable } from '../../errors.js'
import { type LinkResult, linkResultParams } from '../../model/account.js'
import { keepsTokens } from '../config/settings.js'
import type { OAuthCall } from '../flows/oauth/capabilities.js'
import { callbackError } from '../flows/oauth/errors.js'
import { identify } from '../flows/oauth/profile.js'
import { type ReadyOAuthProvider, responseMode } from '../flows/oauth/provider.js'
import { handover, keepFormPost, keptFormPost } from '../flows/oauth/redirection-endpoint.js'
import { redeem } from '../flows/oauth/token-endpoint.js'
import { type Params, textParam } from '../http/params.js'
import { withQuery } from '../http/redirects.js'
import { type RouteResult, redirect } from '../http/result.js'
import { destination, login } from '../login/login.js'
import { type RouteCapabilities, type RouteContext, wrongMethod } from './route-context.js'

/** Where an OAuth or OpenID Connect provider redirects the browser, or has it post its response. */
export async function oauthCallback(
  provider: ReadyOAuthProvider,
  context: RouteContext,
): Promise<RouteResult> {
  const { instance, exchange } = context
  const call = { provider, instance, exchange }
  const { method } = exchange.request
  if (responseMode(provider) === 'query') {
    if (method !== 'GET') throw wrongMethod(provider.id)
    return finishFlow(exchange.query, call)
  }
  if (method === 'POST') return redirect(await keepFormPost(call))
  return finishFlow(await keptFormPost(call), call)
}

/** A callback of a provider, with what its route works with. */
type CallbackCall = OAuthCall & Pick<RouteContext, 'instance' | 'exchange'>

async function finishFlow(params: Params, call: CallbackCall): Promise<RouteResult> {
  const { provider, instance, exchange } = call
  const elsewhere = await handover(params, call)
  if (elsewhere !== undefined) return redirect(elsewhere)
  const state = textParam(params, 'state')
  const flows = await exchange.context.flows()
  if (state !== undefined) await requireDatabase(instance, provider.id)
  const requireIssuer = (): Promise<void> => requireReachableIssuer(provider, instance)
  const flow = await flows.take(state, exchange, requireIssuer).catch(async (error: unknown) => {
    // A callback that is sent again, by going back or by a second click, after the sign-in has succeeded.
    if (error instanceof InvalidCheck && (await exchange.context.sessions.find(exchange))) return undefined
    throw error
  })
  if (!flow) return redirect(exchange.origin + instance.home)
  exchange.callbackUrl = flow.callbackUrl
  exchange.isFlowUsed = true
  const redeemed = await redeem(params, flow, call)
  const identity = { ...(await identify(redeemed, call)), state: flow.data }
  const outcome = await login(identity, { linkTo: flow.linkTo }, instance, exchange).catch(
    (error: unknown) => {
      if (flow.reportsLink && error instanceof OAuthAccountNotLinked) return 'otherUser' as const
      throw error
    },
  )
  const report = (result: LinkResult['result']): string =>
    withQuery(flow.callbackUrl, linkResultParams({ provider: provider.id, result }))
  if (outcome === 'otherUser') return redirect(report(outcome))
  if (instance.spec.options.signOut && outcome.kind === 'signedIn' && flow.linkTo === undefined) {
    const atProvider = await exchange.context.providerSessions()
    await atProvider.begin(outcome.session, identity, exchange)
  }
  if (outcome.kind === 'signedIn' && identity.link && keepsTokens(instance.spec)) {
    const cookie = await exchange.context.tokenCookie()
    await cookie.write(outcome.session, identity.link, exchange)
  }
  const { linked = undefined } = outcome.kind === 'signedIn' ? outcome : {}
  const target = flow.reportsLink && linked ? report(linked) : flow.callbackUrl
  return redirect(destination(outcome, target, instance, exchange))
}

/** Throws `OAuthUnavailable` if metadata is needed and cannot be fetched. Other errors are thrown where it is used. */
async function requireReachableIssuer(
  provider: ReadyOAuthProvider,
  instance: RouteCapabilities,
): Promise<void> {
  const error = await instance.authorizationServer(provider).then(
    () => undefined,
    (thrown: unknown) => callbackError(provider, thrown),
  )
  if (error instanceof OAuthUnavailable) throw error
}

/**
 * Throws what a read of the database throws. A callback uses up its flow, and the authorization code of the provider: while the
 * database is down it must fail before that, so that the user can send it again.
 */
async function requireDatabase({ adapter }: RouteCapabilities, provider: string): Promise<void> {
  if (!adapter?.has('getUserByAccount')) return
  await adapter.getUserByAccount({ provider, providerAccountId: PROBE })
}

/** The id of no account: providers have none with a space in it. */
const PROBE = 'authwright probe'
