import type { Provider } from '../../../providers/kinds/provider.js'
import type { App } from '../../core/object-lifetimes.js'
import { originOf } from '../../core/storage/provider-authority.js'

/**
 * Returns the origins to which a form may redirect. Chromium blocks a redirect after a form unless the
 * `form-action` directive of the page allows its origin. A site that `callbacks.signIn` or the sign-up policy
 * returns is unknown until the form is sent, so all HTTPS origins are allowed for it.
 */
export function targetOrigins(callbackUrl: string | undefined, origin: string, { spec }: App): string[] {
  const { signIn, redirect } = spec.callbacks
  const target = new URL(callbackUrl ?? origin, origin).origin
  const known = target === origin ? [] : [target]
  const canChange = redirect && (signIn.length > 0 || typeof spec.signUp === 'function')
  return canChange ? ['https:', ...known] : known
}

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
