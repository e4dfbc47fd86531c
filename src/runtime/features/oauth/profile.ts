import { OAuthProfileParseError } from '../../../errors.js'
import type { Account, TokenSet } from '../../../model/account.js'
import type { IdentifiedUser, Profile } from '../../../model/user.js'
import type { Clock } from '../../core/base/clock.js'
import { storable } from '../../core/base/storable.js'
import { hasControlCharacter } from '../../core/base/unicode.js'
import { withoutSecrets } from '../../core/config/logger.js'
import { receivedAddress } from '../../core/login/email-address.js'
import { type Identity, isMissingId } from '../../core/login/identity.js'
import { callbackError } from './errors.js'
import type { OAuthCall, Redeemed } from './openid-extension.js'
import type { ReadyOAuthProvider } from './provider.js'
import { userinfo } from './userinfo.js'

/** Returns the user who signed in, as the provider describes them. */
export async function identify(redeemed: Redeemed, call: OAuthCall): Promise<Identity> {
  const { provider, app, openId } = call
  const { tokens } = redeemed
  const profile = await fetchProfile(redeemed, call)
  const user = await userOf(profile, redeemed, call)
  const verifiedEmail = verifiedEmailOf(user, profile, tokens, provider)
  const account: Account = {
    ...tokens,
    ...expiresAt(tokens, app.clock),
    ...granted(tokens, redeemed.flow.scope),
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
 * Returns the e-mail address of a user if the provider has verified it. The option `profile` may return another e-mail address, such as one
 * that the user typed.
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

/**
 * The error for a function of the provider that threw.
 *
 * @param values - Values that the function could read. Their secrets are removed from its error.
 */
function functionThrew(
  name: 'account' | 'profile' | 'verifiedEmail',
  { id }: ReadyOAuthProvider,
  thrown: unknown,
  values: readonly unknown[],
): OAuthProfileParseError {
  return new OAuthProfileParseError(`${name}() of the provider '${id}' threw.`, {
    cause: withoutSecrets(thrown, values),
  })
}

async function userOf(
  profile: Profile,
  redeemed: Redeemed,
  { provider, openId }: OAuthCall,
): Promise<IdentifiedUser> {
  const { tokens } = redeemed
  let user: Record<string, unknown>
  try {
    user = await (provider.profile ?? standardUser)(profile, tokens)
  } catch (error) {
    throw functionThrew('profile', provider, error, [tokens])
  }
  const subject = stableId(user?.['id'])
  const id = subject && stableId(openId ? openId.accountId(redeemed, subject, provider) : subject)
  if (id === undefined) {
    throw new OAuthProfileParseError(
      `profile() of the provider '${provider.id}' must return an \`id\`: a string of 1 to ${MAX_ID} characters without control characters, or an integer.`,
    )
  }
  const { name, image } = user
  return {
    ...storable({ ...user }),
    id,
    email: receivedAddress(user['email']),
    ...(name !== undefined && { name: text(name, MAX_NAME) }),
    ...(image !== undefined && { image: text(image, MAX_IMAGE) }),
  }
}

/** Maximum length of an id, the same as for `sub`. */
const MAX_ID = 255
const MAX_NAME = 512
const MAX_IMAGE = 2_048

/** Returns a string of the profile. `null` if the value is not a string or is longer than `max` characters. */
function text(value: unknown, max: number): string | null {
  return typeof value === 'string' && value.length <= max ? storable(value) : null
}

/** Converts the standard claims to a user. */
function standardUser(profile: Profile): Record<string, unknown> {
  return {
    id: profile.sub ?? profile.id,
    name: profile.name ?? profile.nickname ?? profile.preferred_username,
    email: profile.email,
    image: profile.picture,
  }
}

/**
 * Unsafe integers are rejected, because several ids could be rounded to the same number.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDToken
 */
function stableId(id: unknown): string | undefined {
  if (typeof id === 'string')
    return id !== '' && id.length <= MAX_ID && !hasControlCharacter(id) && !isMissingId(id) ? id : undefined
  return Number.isSafeInteger(id) || typeof id === 'bigint' ? String(id) : undefined
}

/** The last time that fits into a 32-bit integer column, in seconds since 1970 (in 2038). */
const MAX_INTEGER = 2 ** 31 - 1

/**
 * When the access token expires. Tokens of ORCID are valid for 20 years, but the time must fit into the `integer` column of many databases
 * as long as the current time does.
 */
export function expiresAt({ expires_in, expires_at }: TokenSet, clock: Clock): Pick<Account, 'expires_at'> {
  const now = clock() / 1000
  const end = expires_in === undefined ? expires_at : Math.floor(now + expires_in)
  if (end === undefined) return {}
  return { expires_at: now < MAX_INTEGER ? Math.min(end, MAX_INTEGER) : end }
}

/**
 * The granted scope. A provider may omit it if it equals the requested one.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.1
 */
function granted({ scope }: TokenSet, requested: string | undefined): Pick<Account, 'scope'> {
  const known = scope ?? requested
  return known === undefined ? {} : { scope: known }
}

/**
 * The fields of an account to store: those that the provider's `account` selects, and always its key. `undefined` fields are left out,
 * because some databases cannot store them.
 */
export function storedAccount(provider: ReadyOAuthProvider, account: Account): Account {
  const { access_token, id_token, refresh_token, expires_at, scope, token_type, session_state } = account
  const standard = { access_token, id_token, refresh_token, expires_at, scope, token_type, session_state }
  const chosen = provider.account ? chosenMembers(provider, account) : standard
  const defined = Object.entries(chosen ?? {}).filter(([, value]) => value !== undefined)
  const { provider: id, type, providerAccountId } = account
  return { ...Object.fromEntries(defined), provider: id, type, providerAccountId }
}

function chosenMembers(provider: ReadyOAuthProvider, account: Account): object | undefined {
  try {
    return provider.account?.(account) ?? undefined
  } catch (error) {
    throw functionThrew('account', provider, error, [account])
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
