import type { DevOptions, DevUser, StandInOptions } from './dev/options.js'
import { type AnyDevOptions, developmentProvider } from './dev/provider.js'
import { AuthError } from './errors.js'
import type { OIDCProvider } from './providers/kinds/oidc.js'
import type { ProviderUser } from './providers/kinds/provider-user.js'

export type { DevOptions, DevUser, OAuthLike, ProfileOf, StandInOptions } from './dev/options.js'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * Replaces a provider during development, without an OAuth client. The replacement keeps the id, the `profile()` and the types of the real
 * provider. The APIs of the real provider do not accept the access tokens of the replacement.
 *
 * @throws AuthConfigurationError from `.build()` in production, or if a variable such as `AUTH_URL` has the URL of another machine.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { dev } from 'authwright/dev'
 * import { github } from 'authwright/providers/github'
 *
 * export const auth = createAuth()
 *   .provider(process.env.NODE_ENV === 'production' ? github() : dev({ as: github() }))
 *   .build()
 * ```
 */
export function dev<Provider extends object>(options: StandInOptions<Provider>): Provider
/**
 * A provider for development: an OpenID Provider in the application. Its page signs in a test user with one click, and responds only to
 * requests from this machine.
 *
 * @throws AuthConfigurationError from `.build()` in production, or if a variable such as `AUTH_URL` has the URL of another machine.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { dev } from 'authwright/dev'
 * import { github } from 'authwright/providers/github'
 *
 * export const auth = createAuth()
 *   .provider(github())
 *   .provider(process.env.NODE_ENV !== 'production' && dev({ users: [{ sub: '1', name: 'Ada', email: 'ada@example.com' }] }))
 *   .build()
 * ```
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth
 */
export function dev<
  const Id extends string = 'dev',
  Raw extends DevUser = DevUser,
  User extends ProviderUser = ProviderUser,
>(options?: DevOptions<Id, Raw, User>): OIDCProvider<Raw, Id, User>
export function dev(options: unknown = {}): never {
  const provider = developmentProvider(options as AnyDevOptions, async () => {
    // In production builds, bundlers drop this branch, and with it the code of the server.
    if (process.env.NODE_ENV !== 'production') return import('./dev/server.js')
    // `.build()` refuses the provider in production, so `NODE_ENV` has changed since `.build()`.
    throw new AuthError(
      'The development provider does not run if NODE_ENV is production. Configure another provider for production.',
    )
  })
  return provider as never
}
