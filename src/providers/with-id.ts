import type { Profile } from '../model/user.js'
import { oauth } from '../runtime/features/oauth/feature.js'
import { oidc } from '../runtime/features/oidc/feature.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OIDCProvider } from './kinds/oidc.js'
import type { Provider } from './kinds/provider.js'
import type { ProviderUser } from './kinds/provider-user.js'
import { makesProvider, type PublishedOptions, publishedProvider } from './kinds/published-provider.js'

/** An OAuth or OpenID Connect provider of another package. */
export interface PublishedProvider {
  /** The id that the other package chose. `withId()` replaces it. */
  readonly id: string
  /** The protocol: OAuth 2.0 without ID tokens, or OpenID Connect. */
  readonly type: 'oauth' | 'oidc'
}

/** The profile type of a published provider. */
export type PublishedProfile<Published> = Published extends { profile?: infer Method }
  ? NonNullable<Method> extends (raw: infer Raw, ...rest: never[]) => unknown
    ? Raw
    : Profile
  : Profile

/** The result of {@link withId}: the provider with its id and its type as literals. */
export type WithId<Id extends string, Published extends PublishedProvider> = Published['type'] extends 'oidc'
  ? OIDCProvider<PublishedProfile<Published>, Id, ProviderUser>
  : OAuthProvider<PublishedProfile<Published>, Id, ProviderUser>

/**
 * Adds a literal id to a provider of another package, such as `@auth/core/providers/discord`.
 *
 * @param provider - The provider object, or the function that creates it. A function is called with `clientId`, `clientSecret` and `issuer`
 *   from the environment variables `AUTH_<ID>_ID`, `AUTH_<ID>_SECRET` and `AUTH_<ID>_ISSUER`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { withId } from 'authwright/providers/with-id'
 *
 * const published = { id: 'acme', type: 'oidc' as const, issuer: 'https://login.acme.example' }
 *
 * export const auth = createAuth().provider(withId('acme', published)).build()
 * ```
 *
 * @see https://authjs.dev/reference/core/providers
 */
export function withId<const Id extends string, Published extends PublishedProvider>(
  id: Id,
  provider: Published | ((options: never) => Published),
): WithId<Id, Published> {
  const renamed = (published: Published): Provider => {
    const plain = publishedProvider(published as unknown as Provider)
    // The builder reports values that are not providers.
    return { ...plain, id, '~feature': plain?.type === 'oidc' ? oidc : oauth } as Provider
  }
  if (typeof provider !== 'function') return renamed(provider) as WithId<Id, Published>
  const create = provider as unknown as (options: PublishedOptions) => Published
  return makesProvider(renamed(create({})), (options) => renamed(create(options))) as WithId<Id, Published>
}
