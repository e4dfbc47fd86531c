import { InvalidCheck, InvalidProvider, UnknownAction } from '../../errors.js'
import type { CredentialsProvider } from '../../providers/kinds/credentials.js'
import { checkCredentials } from '../flows/credentials.js'
import type { ReadyOAuthProvider } from '../flows/oauth/oauth-provider.js'
import { keepAnswer, keptAnswer } from '../flows/oauth/posted-answer.js'
import { identify } from '../flows/oauth/profile.js'
import { redeem } from '../flows/oauth/redeem.js'
import { handover } from '../flows/oauth/redirect-proxy.js'
import { responseMode } from '../flows/oauth/response-mode.js'
import { asOAuthProvider } from '../instance/ready-provider.js'
import { destination } from '../login/destination.js'
import { login } from '../login/login.js'
import { type Params, textParam } from '../request/params.js'
import { type RouteResult, redirect } from '../response/result.js'
import { requireCsrf } from './require-csrf.js'
import type { RouteContext } from './route-context.js'

/** `GET|POST /callback/:provider`: where a flow comes back to. */
export async function callback(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange, providerId } = context
  const provider = instance.providers.get(providerId ?? '')
  if (!provider) throw new InvalidProvider('There is no such provider.', { cause: { provider: providerId } })
  const { method } = exchange.request
  const oauthProvider = asOAuthProvider(provider)
  if (oauthProvider) {
    if (responseMode(oauthProvider) === 'query') {
      if (method !== 'GET') throw wrongMethod(provider.id)
      return finishFlow(oauthProvider, exchange.query, context)
    }
    if (method === 'POST') return redirect(await keepAnswer(oauthProvider, instance, exchange))
    return finishFlow(oauthProvider, await keptAnswer(oauthProvider, instance, exchange), context)
  }
  if (provider.type !== 'credentials' || method !== 'POST') throw wrongMethod(provider.id)
  return signInWithCredentials(provider, context)
}

function wrongMethod(id: string): UnknownAction {
  return new UnknownAction(`The callback of the provider '${id}' does not answer this method.`)
}

async function finishFlow(
  provider: ReadyOAuthProvider,
  params: Params,
  { instance, exchange }: RouteContext,
): Promise<RouteResult> {
  const elsewhere = await handover(provider, params, instance, exchange)
  if (elsewhere !== undefined) return redirect(elsewhere)
  const state = textParam(params, 'state')
  const flow = await exchange.site.flows.take(state, exchange).catch(async (error: unknown) => {
    // A callback that is sent again, by going back or by a second click, after the sign-in has succeeded.
    if (error instanceof InvalidCheck && (await exchange.site.sessions.find(exchange))) return undefined
    throw error
  })
  if (!flow) return redirect(`${exchange.origin}/`)
  exchange.callbackUrl = flow.callbackUrl
  const redeemed = await redeem(provider, params, flow, instance, exchange)
  const identity = await identify(provider, redeemed, instance)
  const outcome = await login(identity, { linkTo: flow.linkTo }, instance, exchange)
  return redirect(destination(outcome, flow.callbackUrl, instance, exchange))
}

async function signInWithCredentials(
  provider: CredentialsProvider,
  { instance, exchange }: RouteContext,
): Promise<RouteResult> {
  const callbackUrl = await instance.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
  exchange.callbackUrl = callbackUrl
  await requireCsrf(exchange)
  const identity = await checkCredentials(provider, exchange.body, exchange.request, instance)
  const outcome = await login(identity, { linkTo: undefined }, instance, exchange)
  return redirect(destination(outcome, callbackUrl, instance, exchange))
}
