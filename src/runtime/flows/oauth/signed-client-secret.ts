import { InvalidProvider } from '../../../errors.js'
import type { SignedClientSecret } from '../../../providers/kinds/oauth.js'
import { providerVariable } from '../../config/environment.js'
import type { ReadyOAuthProvider } from './provider.js'

/** The key of the client secret, with what signs by it. */
type SecretKey = Required<{
  readonly [Part in keyof SignedClientSecret]: NonNullable<SignedClientSecret[Part]>
}>

/** The key of the client secret. Throws `InvalidProvider` for a part that is missing. */
export function requireSecretKey({ id, clientSecretKey }: ReadyOAuthProvider): SecretKey {
  const { teamId, keyId, privateKey } = clientSecretKey ?? {}
  if (clientSecretKey && teamId && keyId && privateKey)
    return { ...clientSecretKey, teamId, keyId, privateKey }
  const [option, variable] = !teamId
    ? (['teamId', 'TEAM_ID'] as const)
    : !keyId
      ? (['keyId', 'KEY_ID'] as const)
      : (['privateKey', 'PRIVATE_KEY'] as const)
  throw new InvalidProvider(
    `The provider '${id}' has no \`${option}\`: set ${providerVariable(id, variable)} or pass \`${option}\`.`,
  )
}

/**
 * A client secret that the provider signs for a request.
 *
 * @param now - Seconds since 1970.
 */
export async function signedClientSecret(provider: ReadyOAuthProvider, now: number): Promise<string> {
  const { id, clientId, issuer: audience = '' } = provider
  const { sign, ...key } = requireSecretKey(provider)
  return sign({ ...key, clientId, audience, now }).catch(() => {
    // Neither the key nor what the parser says of it belongs into a log.
    throw new InvalidProvider(
      `The private key of the provider '${id}' cannot be read: set ${providerVariable(id, 'PRIVATE_KEY')} or \`privateKey\` to the content of the .p8 file.`,
    )
  })
}
