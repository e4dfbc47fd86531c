import { OAuthProfileParseError } from '../../../errors.js'
import type { Account, TokenSet } from '../../../model/account.js'
import type { IdentifiedUser, Profile } from '../../../model/user.js'
import { storable } from '../../core/base/storable.js'
import { receivedAddress } from '../../core/login/email-address.js'
import type { Identity } from '../../core/login/identity.js'
import { MAX_ID_LENGTH, stableId } from '../../core/login/stable-id.js'
import { expiresAt, grantedScope, storedAccount } from './account-fields.js'
import { callbackError, functionThrew } from './errors.js'
import type { OAuthCall, Redeemed } from './openid-extension.js'
import type { ReadyOAuthProvider } from './provider.js'
import { userinfo } from './userinfo-profile.js'

export async function identify(redeemed: Redeemed, call: OAuthCall): Promise<Identity> {
  const { provider, app, openId } = call
  const { tokens } = redeemed
  const profile = await fetchProfile(redeemed, call)
  const user = await userOf(profile, redeemed, call)
  const verifiedEmail = verifiedEmailOf(user, profile, tokens, provider)
  const account: Account = {
    ...tokens,
    ...expiresAt(tokens, app.clock),
    ...grantedScope(tokens, redeemed.flow.scope),
    provider: provider.id,
    type: provider.type,
    providerAccountId: user.id,
  }
  return {
    provider: provider.id,
    user,
    account,
    claim: {
      kind: 'account',
      link: storedAccount(provider, account),
      linksByEmail: verifiedEmail !== null && provider.allowDangerousEmailAccountLinking === true,
    },
    profile: storable(profile),
    verifiedEmail,
    issuer: provider.issuer,
    ...(await openId?.providerSession(redeemed, call)),
  }
}

/**
 * Returns the e-mail address that the provider has verified, or `null`. Also returns `null` if the option
 * `profile` returned another e-mail address.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 */
function verifiedEmailOf(
  user: IdentifiedUser,
  profile: Profile,
  tokens: TokenSet,
  provider: ReadyOAuthProvider,
): string | null {
  let verified: unknown
  try {
    verified = provider.verifiedEmail
      ? provider.verifiedEmail(profile)
      : profile.email_verified === true && profile.email
  } catch (error) {
    throw functionThrew('verifiedEmail', provider, error, [profile, tokens])
  }
  const email = receivedAddress(verified)
  return email !== null && email === user.email ? email : null
}

async function userOf(
  profile: Profile,
  redeemed: Redeemed,
  { provider, openId }: OAuthCall,
): Promise<IdentifiedUser> {
  const { tokens } = redeemed
  let user: Record<string, unknown>
  try {
    user = await (provider.profile ? provider.profile(profile, tokens) : standardUser(profile))
  } catch (error) {
    throw functionThrew('profile', provider, error, [profile, tokens])
  }
  const subject = stableId(user?.['id'])
  const id = subject && stableId(openId ? openId.accountId(redeemed, subject, provider) : subject)
  if (id === undefined) {
    throw new OAuthProfileParseError(
      `profile() of the provider '${provider.id}' must return an \`id\`: a string of 1 to ${MAX_ID_LENGTH} characters without control characters, or an integer.`,
    )
  }
  const { name, image } = user
  return {
    ...storable({ ...user }),
    id,
    email: receivedAddress(user['email']),
    ...(name !== undefined && { name: stringOrNull(name, MAX_NAME_LENGTH) }),
    ...(image !== undefined && { image: stringOrNull(image, MAX_IMAGE_LENGTH) }),
  }
}

/** In characters. Longer values are dropped. */
const MAX_NAME_LENGTH = 512
const MAX_IMAGE_LENGTH = 2_048

function stringOrNull(value: unknown, maxLength: number): string | null {
  return typeof value === 'string' && value.length <= maxLength ? storable(value) : null
}

function standardUser(profile: Profile): Record<string, unknown> {
  return {
    id: profile.sub ?? profile.id,
    // Some servers send an empty string for a claim without a value.
    name: profile.name || profile.nickname || profile.preferred_username,
    email: profile.email,
    image: profile.picture,
  }
}

async function fetchProfile(redeemed: Redeemed, call: OAuthCall): Promise<Profile> {
  const { provider, openId } = call
  try {
    return await (openId ? openId.profile(redeemed, call) : userinfo(redeemed, call))
  } catch (error) {
    throw callbackError(provider, error)
  }
}
