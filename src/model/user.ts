/**
 * A person, as a provider's `profile()` describes them. Augment it to add fields for the whole
 * program:
 *
 * @example
 * ```ts
 * declare module 'authwright' {
 *   interface User {
 *     plan?: 'free' | 'pro'
 *   }
 * }
 * ```
 */
export interface User {
  id?: string | undefined
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/** What `profile()` and `authorize()` return: a user with an id that stays the same for one person. */
export interface IdentifiedUser extends User {
  id: string
}

/**
 * What a provider says of a person: the standard claims of OpenID Connect, and anything else.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 */
export interface Profile {
  id?: string | null
  sub?: string | null
  name?: string | null
  given_name?: string | null
  family_name?: string | null
  middle_name?: string | null
  nickname?: string | null
  preferred_username?: string | null
  profile?: string | null
  // biome-ignore lint/suspicious/noExplicitAny: a string at some providers and an object at others, which applications read without a check.
  picture?: any
  website?: string | null
  email?: string | null
  email_verified?: boolean | null
  gender?: string | null
  birthdate?: string | null
  zoneinfo?: string | null
  locale?: string | null
  phone_number?: string | null
  updated_at?: Date | string | number | null
  address?: {
    formatted?: string | null
    street_address?: string | null
    locality?: string | null
    region?: string | null
    postal_code?: string | null
    country?: string | null
  } | null
  [claim: string]: unknown
}
