import { InvalidProvider } from '../../../errors.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** The client secret. Throws `InvalidProvider` where there is none. */
export function clientSecretOf({ id, clientSecret }: ReadyOAuthProvider): string {
  if (clientSecret) return clientSecret
  const name = id.toUpperCase().replace(/[^A-Z0-9]/g, '_')
  throw new InvalidProvider(
    `The provider '${id}' has no client secret: set AUTH_${name}_SECRET or pass \`clientSecret\`.`,
  )
}
