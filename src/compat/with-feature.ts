import type { ProviderType } from '../model/provider-type.js'
import type { Provider } from '../providers/kinds/provider.js'
import {
  type MakesProvider,
  makesProvider,
  publishedProvider,
} from '../providers/kinds/published-provider.js'
import type { Feature } from '../runtime/core/feature.js'
import { credentials } from '../runtime/features/credentials/feature.js'
import { email } from '../runtime/features/email/feature.js'
import { oauth } from '../runtime/features/oauth/feature.js'
import { oidc } from '../runtime/features/oidc/feature.js'
import { passkeys } from '../runtime/features/passkeys/feature.js'

/** Auth.js has no providers of the type `password`. Its passwords use the type `credentials`. */
const features: Readonly<Record<Exclude<ProviderType, 'password'>, Feature>> = {
  oauth,
  oidc,
  credentials,
  email,
  webauthn: passkeys,
}

export function withFeature(provider: unknown): Provider {
  const plain = publishedProvider(provider as Provider)
  const makes = (plain as MakesProvider | null | undefined)?.['~makes']
  // The builder ignores falsy values and reports others that are not providers.
  if (!Object.hasOwn(features, String(plain?.type))) return plain
  const complete = {
    ...plain,
    '~feature': plain['~feature'] ?? features[plain.type as keyof typeof features],
  }
  return makes
    ? makesProvider(complete, (options) => ({ ...makes(options), '~feature': complete['~feature'] }))
    : complete
}
