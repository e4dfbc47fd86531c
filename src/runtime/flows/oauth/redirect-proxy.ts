import * as v from 'valibot'
import { InvalidCheck } from '../../../errors.js'
import type { Instance } from '../../instance/instance.js'
import type { Exchange } from '../../request/exchange.js'
import { type Params, textParam } from '../../request/params.js'
import { withQuery } from '../../with-query.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import { responseMode } from './response-mode.js'

/**
 * A deployment that stands at the one address which a provider knows, and hands callbacks on to the
 * deployments that began them. They share its secret: that is how it knows whom it may hand them to.
 */
const Handover = v.object({ callback: v.string() })

/** Seconds for which a handover is good; a flow lasts no longer. */
const MAX_AGE = 15 * 60

/**
 * The callback address of the proxy, where there is one and this deployment is not it. It cannot hand on
 * what a provider posts.
 */
export function proxyCallback(
  provider: ReadyOAuthProvider,
  { redirectProxyUrl }: Instance,
  { origin }: Exchange,
): string | undefined {
  const address = provider.redirectProxyUrl ?? redirectProxyUrl
  if (address === undefined || responseMode(provider) === 'form_post') return undefined
  const proxy = new URL(address)
  return proxy.origin === origin ? undefined : `${proxy.href.replace(/\/+$/, '')}/callback/${provider.id}`
}

/** What is added to `state` so that the proxy hands the callback on to `callback`. */
export function sealHandover(callback: string, { handovers }: Instance): Promise<string> {
  return handovers.seal({ callback }, MAX_AGE)
}

/**
 * Where to send a callback that another deployment began, with all its parameters; `undefined` for one
 * that began here. Throws `InvalidCheck` when no deployment with our secret began it.
 */
export async function handover(
  provider: ReadyOAuthProvider,
  params: Params,
  { handovers, redirectProxyUrl }: Instance,
  { origin }: Exchange,
): Promise<string | undefined> {
  if ((provider.redirectProxyUrl ?? redirectProxyUrl) === undefined) return undefined
  const [, , ...sealed] = textParam(params, 'state')?.split('.') ?? []
  if (sealed.length === 0) return undefined
  const opened = await handovers.open(sealed.join('.'))
  if (!v.is(Handover, opened)) throw new InvalidCheck('No deployment with this secret began the sign-in.')
  if (new URL(opened.callback).origin === origin) return undefined
  const texts = Object.keys(params).map((name) => [name, textParam(params, name)])
  return withQuery(opened.callback, Object.fromEntries(texts))
}
