import type { Provider } from '../../../providers/kinds/provider.js'
import type { App } from '../../core/lifetimes.js'
import { originOf } from '../../core/storage/provider-authority.js'

/**
 * The origins of other sites that a form redirects to after the sign-in or sign-out. Chromium blocks such a
 * redirect unless the `form-action` directive of the page allows the origin.
 *
 * `callbacks.redirect` may accept another site as the `callbackUrl`. It may also accept a site that
 * `callbacks.signIn` or the sign-up policy returns. A returned site is unknown until the form is sent. So if
 * a site can be returned, all HTTPS origins are allowed (`https:`).
 */
export function targetOrigins(callbackUrl: string | undefined, origin: string, { spec }: App): string[] {
  const { signIn, redirect } = spec.callbacks
  const target = new URL(callbackUrl ?? origin, origin).origin
  const known = target === origin ? [] : [target]
  const canChange = redirect && (signIn.length > 0 || typeof spec.signUp === 'function')
  return canChange ? ['https:', ...known] : known
}

/**
 * The configured origins of the providers: of their authorization endpoints, or otherwise of their issuers.
 * Forms redirect to these origins.
 */
export function providerOrigins({
  providers,
}: {
  readonly providers: ReadonlyMap<string, Provider>
}): string[] {
  return [...providers.values()].flatMap((provider) => {
    if (provider.type !== 'oauth' && provider.type !== 'oidc') return []
    return originOf(provider.authorization) ?? originOf(provider.issuer) ?? []
  })
}
