import { macAlgorithms } from '../../../providers/kinds/mac-algorithms.js'
import { printable } from '../../core/base/printable.js'
import { PROVIDER_CLOCK_TOLERANCE_SECONDS } from '../oauth/client.js'
import type { Jws } from '../oauth/jws.js'
import type { ReadyOAuthProvider } from '../oauth/provider.js'

/** The reason for a rejection, as the end of an error message. */
export type Problem = string | undefined | false

export type Check<Context> = (token: Jws, context: Context) => Problem | Promise<Problem>

/**
 * Rejects audiences that are not trusted. Does not check that the client is one of the audiences.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 */
export function trustedAudiences(
  { claims: { aud } }: Pick<Jws, 'claims'>,
  {
    provider: { clientId, client, allowOtherAudiences },
  }: { readonly provider: Pick<ReadyOAuthProvider, 'clientId' | 'client' | 'allowOtherAudiences'> },
): Problem {
  const audiences = [aud ?? []].flat()
  if (audiences.length === 0) return '`aud` is missing or empty'
  if (allowOtherAudiences) return undefined
  const trusted: readonly unknown[] = [clientId, ...(client?.id_token_trusted_audiences ?? [])]
  const untrusted = audiences.filter((audience) => !trusted.includes(audience))
  return (
    untrusted.length > 0 &&
    `\`aud\` names '${printable(String(untrusted[0]))}', which \`client.id_token_trusted_audiences\` does not list`
  )
}

/**
 * Rejects several audiences if the token has a MAC. Another audience would need the MAC key to verify the
 * token, and could create tokens with it.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 */
export function soleAudienceOfMac({ header: { alg }, claims: { aud } }: Jws): Problem {
  return macAlgorithms.has(alg) && [aud].flat().length > 1 && '`aud` names several clients'
}

/**
 * Rejects a token that was issued in the future or too long ago.
 *
 * @param iat - Seconds since 1970, like `now`. `NaN` is rejected.
 */
export function issueTime(iat: number, maxAge: number, now: number): Problem {
  if (iat > now + PROVIDER_CLOCK_TOLERANCE_SECONDS) return '`iat` is in the future'
  return !(iat >= now - maxAge - PROVIDER_CLOCK_TOLERANCE_SECONDS) && '`iat` is too far in the past'
}
