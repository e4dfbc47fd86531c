import { InvalidProvider } from '../../../errors.js'
import { providerVariable } from '../../instance/provider-variable.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** The client secret. Throws `InvalidProvider` where there is none. */
export function clientSecretOf({ id, clientSecret }: ReadyOAuthProvider): string {
  if (clientSecret) return clientSecret
  throw new InvalidProvider(
    `The provider '${id}' has no client secret: set ${providerVariable(id, 'SECRET')} or pass \`clientSecret\`.`,
  )
}
