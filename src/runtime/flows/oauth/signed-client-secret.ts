import { InvalidProvider } from '../../../errors.js'
import { providerVariable } from '../../config/environment.js'
import type { ReadyOAuthProvider } from './provider.js'

/** Seconds for which a client secret is valid. It is made for one request. */
const LIFETIME = 5 * 60

/** What a client secret is signed with. */
interface SecretKey {
  readonly teamId: string
  readonly keyId: string
  readonly privateKey: string
}

/** The key of the client secret. Throws `InvalidProvider` for a part that is missing. */
export function requireSecretKey({ id, clientSecretKey }: ReadyOAuthProvider): SecretKey {
  const { teamId, keyId, privateKey } = clientSecretKey ?? {}
  if (teamId && keyId && privateKey) return { teamId, keyId, privateKey }
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
 * A client secret that is a JWT, signed by ES256.
 *
 * @param now - Seconds since 1970.
 * @see https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export async function signedClientSecret(provider: ReadyOAuthProvider, now: number): Promise<string> {
  const { teamId, keyId, privateKey } = requireSecretKey(provider)
  const [{ importPKCS8 }, { SignJWT }] = await Promise.all([
    import('jose/key/import'),
    import('jose/jwt/sign'),
  ])
  const key = await importPKCS8(mended(privateKey), 'ES256').catch(() => {
    const variable = providerVariable(provider.id, 'PRIVATE_KEY')
    // Neither the key nor what the parser says of it belongs into a log.
    throw new InvalidProvider(
      `The private key of the provider '${provider.id}' cannot be read: set ${variable} or \`privateKey\` to the content of the .p8 file.`,
    )
  })
  const issuedAt = Math.floor(now)
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(provider.clientId)
    .setAudience(provider.issuer ?? '')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME)
    .sign(key)
}

/** A PEM whose line breaks an environment variable has turned into `\n`, or that is quoted. */
function mended(pem: string): string {
  return pem
    .replace(/\\r/g, '')
    .replace(/\\n/g, '\n')
    .replace(/^\s*["']|["']\s*$/g, '')
    .trim()
}
