import type { Profile } from '../../../model/user.js'
import type { SessionOptions } from '../../../options/session-options.js'
import { type Params, textParam } from '../../core/http/params.js'
import type { Identity } from '../../core/login/identity.js'
import type { IdTokenClaims, OAuthCall, Redeemed } from '../oauth/openid-extension.js'
import { userinfo } from '../oauth/userinfo.js'
import { userinfoClaims } from './userinfo.js'

/** The profile of the user: the claims of the ID token, or the UserInfo response, and the parameter `user` of the authorization response. */
export async function openIdProfile(redeemed: Redeemed, call: OAuthCall): Promise<Profile> {
  const { provider } = call
  const profile = await claimsOf(redeemed, call)
  const user = provider.userParameter ? userParameter(redeemed.params) : undefined
  return user ? { ...profile, user } : profile
}

async function claimsOf(redeemed: Redeemed, call: OAuthCall): Promise<Profile> {
  const { claims } = redeemed
  if (!claims || call.provider.idToken === false) return userinfo(redeemed, call, userinfoClaims)
  warnOfBareClaims(claims, redeemed, call)
  return claims as Profile
}

/** The object in the parameter `user`; `undefined` where there is none, as in every sign-in but the first. */
function userParameter(params: Params): object | undefined {
  try {
    const user: unknown = JSON.parse(textParam(params, 'user') ?? 'null')
    return typeof user === 'object' && user !== null ? user : undefined
  } catch {
    return undefined
  }
}

/** The claims by which an ID token describes a user for display. */
const describing = ['name', 'given_name', 'family_name', 'nickname', 'preferred_username', 'email'] as const

/** Warns of ID tokens that hold none of the claims that were requested, for which the UserInfo endpoint may be meant. */
function warnOfBareClaims(
  claims: IdTokenClaims,
  { flow, server }: Redeemed,
  { provider: { id, idToken }, app }: OAuthCall,
): void {
  const isRequested = /(?:^| )(?:profile|email)(?: |$)/.test(flow.scope ?? '')
  if (idToken === true || !isRequested || server.metadata.userinfo_endpoint === undefined) return
  if (describing.some((claim) => claims[claim] !== undefined)) return
  app.warnOnce(
    `bare-id-token-${id}`,
    `The ID token of '${id}' has neither a name nor an e-mail address. Set \`idToken: false\` to take them from the UserInfo endpoint, or \`idToken: true\` to do without them.`,
  )
}

/** The session at the provider that the ID token names. */
export async function providerSession(
  redeemed: Redeemed,
  call: OAuthCall,
): Promise<Pick<Identity, 'issuer' | 'mark' | 'end'>> {
  const { claims } = redeemed
  return {
    issuer: claims ? String(claims['iss']) : call.provider.issuer,
    mark: await markOf(redeemed, call),
    end: sessionEnd(claims, call.app.spec.session),
  }
}

/** The mark of the session at the provider that the ID token names. */
async function markOf({ claims }: Redeemed, { provider, app }: OAuthCall): Promise<string | undefined> {
  if (!claims || provider.backchannelLogout !== true) return undefined
  const { iss, sub, sid } = claims
  const logout = app.providerLogout
  const named = typeof sid === 'string' && sid !== '' ? { sid } : {}
  return logout.mark({ authority: [provider.id, provider.clientId], issuer: String(iss), sub, ...named })
}

/**
 * When a session must end at the latest, in seconds since 1970: at the end of the one at the provider, as the claim `session_expiry` says, or with the
 * ID token, where the configuration says so. Other values of `session_expiry` than integers are no such claim.
 *
 * @param claims - Of an ID token whose signature is verified.
 * @see https://github.com/openid/ipsie-openid-sl1
 * @see https://openid.net/specs/openid-connect-session-1_0.html#CreatingUpdatingSessions
 */
export function sessionEnd(
  claims: Readonly<Record<string, unknown>> | undefined,
  { endWithIdToken = false }: Pick<SessionOptions, 'endWithIdToken'>,
): number | undefined {
  const { session_expiry, exp } = claims ?? {}
  if (isTime(session_expiry)) return session_expiry
  // It may have a fraction (RFC 7519, section 2), and was validated as a time.
  return endWithIdToken && typeof exp === 'number' ? Math.floor(exp) : undefined
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}
