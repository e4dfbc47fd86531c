import type { Profile } from '../../../model/user.js'
import type { SessionOptions } from '../../../options/session-options.js'
import { type Params, textParam } from '../../core/http/params.js'
import type { Identity } from '../../core/login/identity.js'
import { authorityOf } from '../../core/storage/provider-authority.js'
import { isObject } from '../oauth/jws.js'
import type { IdTokenClaims, OAuthCall, Redeemed } from '../oauth/openid-extension.js'
import { userinfo } from '../oauth/userinfo-profile.js'
import { canonicalIssuer } from './issuer.js'
import { userinfoClaims } from './userinfo-claims.js'

export async function openIdProfile(redeemed: Redeemed, call: OAuthCall): Promise<Profile> {
  const { provider } = call
  const profile = await claimsOf(redeemed, call)
  const user = provider.userParameter ? userParameter(redeemed.params) : undefined
  return user ? { ...profile, user } : profile
}

async function claimsOf(redeemed: Redeemed, call: OAuthCall): Promise<Profile> {
  const { claims } = redeemed
  if (!claims || call.provider.idToken === false) {
    const profile = await userinfo(redeemed, call, userinfoClaims)
    // A profile from `userinfo.request` has not been compared with the ID token yet.
    const isOtherSubject = claims && profile['sub'] !== undefined && profile['sub'] !== claims['sub']
    if (isOtherSubject) throw new Error('The profile has another `sub` than the ID token.')
    return profile
  }
  warnAboutMissingClaims(claims, redeemed, call)
  return claims as Profile
}

/** Providers send the parameter `user` only with the first sign-in of a user. */
function userParameter(params: Params): object | undefined {
  try {
    const user: unknown = JSON.parse(textParam(params, 'user') ?? 'null')
    return isObject(user) ? user : undefined
  } catch {
    return undefined
  }
}

const DISPLAY_CLAIMS = [
  'name',
  'given_name',
  'family_name',
  'nickname',
  'preferred_username',
  'email',
] as const

/** Some providers return these claims only from the UserInfo endpoint. */
function warnAboutMissingClaims(
  claims: IdTokenClaims,
  { flow, server }: Redeemed,
  { provider: { id, idToken }, app }: OAuthCall,
): void {
  const isRequested = /(?:^| )(?:profile|email)(?: |$)/.test(flow.scope ?? '')
  if (idToken === true || !isRequested || server.metadata.userinfo_endpoint === undefined) return
  if (DISPLAY_CLAIMS.some((claim) => claims[claim] !== undefined)) return
  app.warnOnce(
    `bare-id-token-${id}`,
    `The ID token of '${id}' has neither a name nor an e-mail address. Set \`idToken: false\` to take them from the UserInfo endpoint, or \`idToken: true\` to do without them.`,
  )
}

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

/** The mark is stored with the session, so that a logout token of the provider can end the session. */
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

/**
 * Latest end of a session, in seconds since 1970.
 *
 * @param claims - The claims of an ID token with a verified signature.
 * @see https://github.com/openid/ipsie-openid-sl1
 * @see https://openid.net/specs/openid-connect-session-1_0.html#CreatingUpdatingSessions
 */
export function sessionEnd(
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
