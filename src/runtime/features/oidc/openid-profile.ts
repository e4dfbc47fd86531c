import type { Profile } from '../../../model/user.js'
import { type Params, textParam } from '../../core/http/params.js'
import { isObject } from '../oauth/jws.js'
import type { IdTokenClaims, OAuthCall, Redeemed } from '../oauth/openid-extension.js'
import { userinfo } from '../oauth/userinfo-profile.js'
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

/** Returns the parameter `user`, which providers send only with the first sign-in of a user. */
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

/** Warns about missing claims, which some providers return only from the UserInfo endpoint. */
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
