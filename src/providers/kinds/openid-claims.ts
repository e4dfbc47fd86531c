import { fullName } from './full-name.js'
import type { StandardUser } from './standard-user.js'

/**
 * The standard claims of an ID token or a UserInfo response, and any other claim. Which of them are present depends on the
 * granted scopes and on what the provider stores.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 */
export interface OpenIDClaims {
  /** Identifies the user at the issuer, and is never reassigned. At most 255 ASCII characters. */
  sub: string
  name?: string
  given_name?: string
  family_name?: string
  middle_name?: string
  nickname?: string
  /** A name that the user chose. It may change and is not unique. */
  preferred_username?: string
  profile?: string
  /** URL of an image. */
  picture?: string
  website?: string
  email?: string
  /** Whether the provider has verified that `email` belongs to the user. */
  email_verified?: boolean
  gender?: string
  birthdate?: string
  zoneinfo?: string
  locale?: string
  phone_number?: string
  phone_number_verified?: boolean
  /** Seconds since 1970. */
  updated_at?: number
  [claim: string]: unknown
}

/** Converts the standard claims to a user. */
export function openIDUser({
  sub,
  name,
  nickname,
  preferred_username,
  given_name,
  middle_name,
  family_name,
  email,
  picture,
}: OpenIDClaims): StandardUser {
  return {
    id: sub,
    name: name ?? nickname ?? preferred_username ?? fullName(given_name, middle_name, family_name),
    email: email ?? null,
    image: picture ?? null,
  }
}
