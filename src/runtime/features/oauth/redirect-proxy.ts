import { InvalidCheck } from '../../../errors.js'
import { isObjectOf, isString } from '../../core/base/type-guards.js'
import type { Sealer } from '../../core/crypto/sealer.js'
import { type Params, textParam } from '../../core/http/params.js'
import { withQuery } from '../../core/http/redirects.js'
import { isListed } from '../../core/http/trusted-hosts.js'
import type { App } from '../../core/object-lifetimes.js'
import { responseMode } from './endpoint-url.js'
import { MAX_AGE_SECONDS } from './flow.js'
import { forwardingOf } from './flow-lifecycle.js'
import type { OAuthCall } from './openid-extension.js'
import type { ReadyOAuthProvider } from './provider.js'

/*
 * A redirect proxy is another deployment of the application, whose redirect URI is registered at the provider.
 * It forwards each callback to the deployment that started the flow. The deployments share a secret, and the
 * proxy lists their hosts.
 */

/** @see https://www.rfc-editor.org/rfc/rfc6749.html#section-3.1.2 */
export function redirectUri(call: OAuthCall): string {
  return proxyCallback(call) ?? ownCallback(call)
}

export function ownCallback({ provider, app, exchange }: Omit<OAuthCall, 'openId'>): string {
  return `${exchange.origin}${app.basePath}/callback/${provider.id}`
}

/**
 * Returns the callback URL of the redirect proxy, or `undefined` if none is used. A form post cannot be
 * forwarded, so it never uses one.
 */
function proxyCallback({ provider, app, exchange }: OAuthCall): string | undefined {
  const proxyUrl = redirectProxyOf(provider, app)
  if (proxyUrl === undefined || responseMode(provider) === 'form_post') return undefined
  // The authorization server of `dev()` runs in the application and redirects to it directly.
  if (provider['~server']) return undefined
  const proxy = new URL(proxyUrl)
  return proxy.origin === exchange.origin
    ? undefined
    : `${proxy.href.replace(/\/+$/, '')}/callback/${provider.id}`
}

function redirectProxyOf(
  { redirectProxyUrl }: ReadyOAuthProvider,
  { spec, environment }: App,
): string | undefined {
  return redirectProxyUrl ?? spec.options.redirectProxyUrl ?? environment.redirectProxyUrl
}

/** This data is sealed and appended to `state`. */
interface Forwarding {
  /** The callback URL of the deployment that started the flow. */
  readonly callback: string
  readonly provider: string
}

const isForwarding = isObjectOf<Forwarding>({ callback: isString, provider: isString })

function forwardingSealer({ sealer }: App): Sealer {
  return sealer({ purpose: 'handover', audience: 'redirect proxy' })
}

/** Returns a suffix of `state`, or `undefined` if no redirect proxy is used. */
export async function sealForwarding(call: OAuthCall): Promise<string | undefined> {
  if (proxyCallback(call) === undefined) return undefined
  const { provider, app } = call
  return app
    .get(forwardingSealer)
    .seal({ callback: ownCallback(call), provider: provider.id }, MAX_AGE_SECONDS)
}

/**
 * Returns the URL to which a callback is forwarded. Returns `undefined` if this deployment started the flow,
 * or if there is no redirect proxy. A callback may be forwarded several times, but the deployment that
 * started the flow accepts it only once.
 */
export async function forwardedUrl(
  params: Params,
  { provider, app, exchange }: OAuthCall,
): Promise<string | undefined> {
  if (redirectProxyOf(provider, app) === undefined) return undefined
  const sealed = forwardingOf(textParam(params, 'state'))
  if (sealed === undefined) return undefined
  const opened = await app.get(forwardingSealer).open(sealed)
  if (!isForwarding(opened) || opened.provider !== provider.id) {
    throw new InvalidCheck(
      'The sign-in took too long, or was not started with this provider by a deployment with the same secret.',
    )
  }
  const target = new URL(opened.callback)
  if (target.origin === exchange.origin) return undefined
  const { trustHost } = app
  if (!isListed(target, typeof trustHost === 'object' ? trustHost : [])) {
    throw new InvalidCheck(
      `The sign-in began at ${target.origin}, which this deployment does not list. If it is yours, add "${target.host}" to AUTH_TRUSTED_HOSTS or \`trustHost\` here.`,
    )
  }
  // A parameter that occurs twice has already been rejected.
  const query = Object.keys(params).map((name) => [name, textParam(params, name)])
  return withQuery(opened.callback, Object.fromEntries(query))
}
