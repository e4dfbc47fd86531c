import { fullName } from './full-name.js'
import type { StandardUser } from './standard-user.js'

/**
 * The standard claims of an ID token or a UserInfo response, and any other claim.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 */
export interface OpenIDClaims {
  /** Identifies the user at the issuer, and is never reassigned. */
  sub: string
  /** The full name. */
  name?: string
  /** The given name or names. */
  given_name?: string
  /** The surname or surnames. */
  family_name?: string
  /** The middle name or names. */
  middle_name?: string
  /** A casual name, which may differ from `given_name`. */
  nickname?: string
  /** A name that the user chose. It may change and is not unique. */
  preferred_username?: string
  /** URL of the user's profile page. */
  profile?: string
  /** URL of an image. */
  picture?: string
  /** URL of the user's web page or blog. */
  website?: string
  /** The e-mail address. It may not be unique, so identify users by `sub`. */
  email?: string
  /** Whether the provider has verified that `email` belongs to the user. */
  email_verified?: boolean
  /** The gender, such as `female` or `male`. */
  gender?: string
  /** `YYYY-MM-DD`, or `YYYY`. `0000` stands for an omitted year. */
  birthdate?: string
  /** A time zone of the IANA database, such as `Europe/Paris`. */
  zoneinfo?: string
  /** A BCP 47 language tag such as `en-US`. Some providers write `en_US`. */
  locale?: string
  /** A telephone number, in E.164 form if `phone_number_verified` is `true`. */
  phone_number?: string
  /** Whether the provider has verified `phone_number`. */
  phone_number_verified?: boolean
  /** Seconds since 1970. */
  updated_at?: number
  /** Any other claim, which is not validated. */
  [claim: string]: unknown
}

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
    // Some servers send an empty string for a claim without a value.
    name: name || nickname || preferred_username || fullName(given_name, middle_name, family_name),
    email: email || null,
    image: picture || null,
  }
}
