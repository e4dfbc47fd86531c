import { InvalidCheck } from '../../../errors.js'
import { isObjectOf, isString } from '../../base/type-guards.js'
import { isListed } from '../../http/origin.js'
import { type Params, textParam } from '../../http/params.js'
import { withQuery } from '../../http/redirects.js'
import { singleUse } from '../../storage/single-use.js'
import type { OAuthCall } from './capabilities.js'
import { MAX_AGE, SPENT_AGE } from './flow-cookies.js'
import { responseMode } from './provider.js'

/* The redirect URI of a flow, and the deployment that its callback belongs to. */

/** What the redirect proxy needs to hand a callback on. */
interface Handover {
  readonly callback: string
  readonly provider: string
  readonly jti: string
}

/**
 * The deployment at the one address that a provider knows hands callbacks on to the deployments that began them. They
 * share its secret, and it lists their hosts.
 */
const isHandover = isObjectOf<Handover>({ callback: isString, provider: isString, jti: isString })

/**
 * Where the provider redirects the user agent to. A flow is bound to it, and with it to the site.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-3.1.2
 */
export function redirectUri(call: OAuthCall): string {
  return proxyCallback(call) ?? ownCallback(call)
}

/** The address of the callback here, whether or not the provider knows it. */
export function ownCallback({ provider, instance, exchange }: OAuthCall): string {
  return `${exchange.origin}${instance.basePath}/callback/${provider.id}`
}

/** The callback address of the redirect proxy, unless this deployment is it. It cannot hand on a form post. */
function proxyCallback({ provider, instance, exchange }: OAuthCall): string | undefined {
  const address = provider.redirectProxyUrl ?? instance.redirectProxyUrl
  if (address === undefined || responseMode(provider) === 'form_post') return undefined
  // A server within the application redirects within it.
  if (provider['~server']) return undefined
  const proxy = new URL(address)
  return proxy.origin === exchange.origin
    ? undefined
    : `${proxy.href.replace(/\/+$/, '')}/callback/${provider.id}`
}

/** What is added to `state` so that the redirect proxy, if there is one, hands the callback on to this deployment. */
export async function sealHandover(call: OAuthCall): Promise<string | undefined> {
  if (proxyCallback(call) === undefined) return undefined
  const { provider, instance } = call
  return instance.handovers.seal({ callback: ownCallback(call), provider: provider.id }, MAX_AGE)
}

/**
 * Where to send a callback that another deployment began, with all its parameters; `undefined` for one
 * that began here. A handover is used once.
 *
 * @throws InvalidCheck when no deployment with our secret began it, or it began at an origin that is not listed.
 */
export async function handover(
  params: Params,
  { provider, instance, exchange }: OAuthCall,
): Promise<string | undefined> {
  const { handovers, redirectProxyUrl, store, trustedHosts } = instance
  const { origin, context } = exchange
  if ((provider.redirectProxyUrl ?? redirectProxyUrl) === undefined) return undefined
  const [, , ...sealed] = textParam(params, 'state')?.split('.') ?? []
  if (sealed.length === 0) return undefined
  const opened = await handovers.open(sealed.join('.'))
  if (!isHandover(opened) || opened.provider !== provider.id) {
    throw new InvalidCheck('No deployment with this secret began the sign-in.')
  }
  const target = new URL(opened.callback)
  if (target.origin === origin) return undefined
  if (!isListed(target, trustedHosts)) {
    throw new InvalidCheck(
      `The sign-in began at ${target.origin}, which this deployment does not list. If it is yours, add "${target.host}" to AUTH_TRUSTED_HOSTS or \`trustHost\` here.`,
    )
  }
  const uses = singleUse(context.cookies.flow, store)
  if (!(await uses.spend(`handover:${opened.jti}`, SPENT_AGE, exchange))) {
    throw new InvalidCheck('The callback was handed on before.')
  }
  const texts = Object.keys(params).map((name) => [name, textParam(params, name)])
  return withQuery(opened.callback, Object.fromEntries(texts))
}
