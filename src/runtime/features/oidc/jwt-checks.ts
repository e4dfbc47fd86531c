import { macAlgorithms } from '../../../providers/kinds/mac-algorithms.js'
import { printable } from '../../core/base/printable.js'
import { PROVIDER_CLOCK_TOLERANCE_SECONDS } from '../oauth/client.js'
import type { Jws } from '../oauth/jws.js'
import type { TokenResponseContext } from '../oauth/openid-extension.js'
import type { ReadyOAuthProvider } from '../oauth/provider.js'
import { signatureHashes } from './signature.js'

/* The checks that ID tokens and logout tokens share. */

/** The problem of a token, if any. */
export type Problem = string | undefined | false
/** Returns the problem of a token. */
export type Check<Context> = (token: Jws, context: Context) => Problem | Promise<Problem>

/**
 * The algorithm must be the configured one, or a signature algorithm in the metadata. @see
 * https://www.rfc-editor.org/rfc/rfc8725.html#section-3.1
 */
export function idTokenAlgorithm(
  { header: { alg } }: Jws,
  { provider, metadata }: Pick<TokenResponseContext, 'provider' | 'metadata'>,
): Problem {
  const { id_token_signing_alg_values_supported: announced } = metadata
  const { id_token_signed_response_alg: configured } = provider.client ?? {}
  const signatures = [Array.isArray(announced) ? announced : 'RS256']
    .flat()
    .filter((name) => signatureHashes.has(name))
  const isExpected = configured === undefined ? signatures.includes(alg) : alg === configured
  return (
    !isExpected &&
    `its algorithm is '${printable(alg)}'. \`client.id_token_signed_response_alg\` names the one that is accepted`
  )
}

/** The first audience of a token that is neither the client nor trusted. */
export function untrustedAudience(
  aud: unknown,
  { clientId, client, allowOtherAudiences }: ReadyOAuthProvider,
): unknown {
  if (allowOtherAudiences) return undefined
  const trusted: readonly unknown[] = [clientId, ...(client?.id_token_trusted_audiences ?? [])]
  return [aud].flat().find((audience) => !trusted.includes(audience))
}

/**
 * With a MAC, another audience would know the key, too, so the client must be the only one. @see
 * https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 */
export function soleAudienceOfMac({ header: { alg }, claims: { aud } }: Jws): Problem {
  return macAlgorithms.has(alg) && [aud].flat().length !== 1 && '`aud` names several clients'
}

/**
 * A token must not be issued in the future, or more than `maxAge` seconds ago.
 *
 * @param iat - Seconds since 1970, like `now`.
 */
export function issueTime(iat: number, maxAge: number, now: number): Problem {
  if (iat > now + PROVIDER_CLOCK_TOLERANCE_SECONDS) return '`iat` is in the future'
  return !(iat >= now - maxAge - PROVIDER_CLOCK_TOLERANCE_SECONDS) && '`iat` is too far in the past'
}
