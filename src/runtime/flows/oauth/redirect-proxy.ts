import * as v from 'valibot'
import { InvalidCheck } from '../../../errors.js'
import type { Instance } from '../../compile.js'
import type { Exchange } from '../../http/exchange.js'
import { isListed } from '../../http/origin.js'
import { type Params, textParam } from '../../http/params.js'
import { withQuery } from '../../http/redirects.js'
import { singleUse } from '../../storage/single-use.js'
import { responseMode } from './endpoints.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/**
 * The deployment at the one address that a provider knows hands callbacks on to the deployments that began them. They
 * share its secret, and it lists their hosts.
 */
const Handover = v.object({ callback: v.string(), provider: v.string(), jti: v.string() })

/** Seconds for which a handover is good; a flow lasts no longer. */
const MAX_AGE = 15 * 60

/** Seconds for which a handover is known as used: longer than it opens, on any server. */
const SPENT_AGE = MAX_AGE + 5 * 60

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
export function sealHandover(
  callback: string,
  { id }: ReadyOAuthProvider,
  { handovers }: Instance,
): Promise<string> {
  return handovers.seal({ callback, provider: id }, MAX_AGE)
}

/**
 * Where to send a callback that another deployment began, with all its parameters; `undefined` for one
 * that began here. A handover is used once.
 *
 * @throws InvalidCheck when no deployment with our secret began it, or it began at an origin that is not listed.
 */
export async function handover(
  provider: ReadyOAuthProvider,
  params: Params,
  { handovers, redirectProxyUrl, store, trustedHosts }: Instance,
  exchange: Exchange,
): Promise<string | undefined> {
  const { origin, site } = exchange
  if ((provider.redirectProxyUrl ?? redirectProxyUrl) === undefined) return undefined
  const [, , ...sealed] = textParam(params, 'state')?.split('.') ?? []
  if (sealed.length === 0) return undefined
  const opened = await handovers.open(sealed.join('.'))
  if (!v.is(Handover, opened) || opened.provider !== provider.id) {
    throw new InvalidCheck('No deployment with this secret began the sign-in.')
  }
  const target = new URL(opened.callback)
  if (target.origin === origin) return undefined
  if (!isListed(target, trustedHosts)) {
    throw new InvalidCheck(
      `The sign-in began at ${target.origin}, which this deployment does not list. If it is yours, add "${target.host}" to AUTH_TRUSTED_HOSTS or \`trustHost\` here.`,
    )
  }
  const uses = singleUse(site.cookies.flow, store)
  if (!(await uses.spend(`handover:${opened.jti}`, SPENT_AGE, exchange))) {
    throw new InvalidCheck('The callback was handed on before.')
  }
  const texts = Object.keys(params).map((name) => [name, textParam(params, name)])
  return withQuery(opened.callback, Object.fromEntries(texts))
}
