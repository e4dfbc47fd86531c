import type { SessionOptions } from '../../../options/session-options.js'
import type { Clock } from '../../core/base/clock.js'
import type { Identity } from '../../core/login/identity.js'
import { authorityOf } from '../../core/storage/provider-authority.js'
import type { OAuthCall, Redeemed } from '../oauth/openid-extension.js'
import { canonicalIssuer } from './issuer-aliases.js'

export async function providerSession(
  redeemed: Redeemed,
  call: OAuthCall,
): Promise<Pick<Identity, 'issuer' | 'mark' | 'end'>> {
  const { claims } = redeemed
  return {
    issuer: claims ? canonicalIssuer(call.provider, claims['iss']) : call.provider.issuer,
    mark: await markOf(redeemed, call),
    end: sessionEnd(claims, call.app.spec.session),
  }
}

/**
 * Returns the mark to store with the session. With it, a logout token of the provider can end the session.
 */
async function markOf({ claims }: Redeemed, { provider, app }: OAuthCall): Promise<string | undefined> {
  if (!claims || provider.backchannelLogout !== true) return undefined
  const { iss, sub, sid } = claims
  return app.endedProviderSessions.mark({
    authority: [provider.id, authorityOf(provider)],
    issuer: canonicalIssuer(provider, iss),
    sub,
    sid: typeof sid === 'string' && sid !== '' ? sid : undefined,
  })
}

export function requireCurrentSession(claims: Readonly<Record<string, unknown>>, clock: Clock): void {
  const end = sessionEnd(claims, {})
  if (end !== undefined && end <= clock() / 1000)
    throw new Error('The session at the provider has ended, according to `session_expiry`.')
}

/**
 * Returns the latest end of a session, in seconds since 1970.
 *
 * @param claims - The claims of an ID token with a verified signature.
 * @see https://github.com/openid/ipsie-openid-sl1
 * @see https://openid.net/specs/openid-connect-session-1_0.html#CreatingUpdatingSessions
 */
function sessionEnd(
  claims: Readonly<Record<string, unknown>> | undefined,
  { endWithIdToken = false }: Pick<SessionOptions, 'endWithIdToken'>,
): number | undefined {
  const { session_expiry, exp } = claims ?? {}
  if (isTime(session_expiry)) return session_expiry
  // `exp` may have a fraction (RFC 7519, section 2).
  return endWithIdToken && typeof exp === 'number' ? Math.floor(exp) : undefined
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}
