import type { Account } from './account.js'
import type { Awaitable } from './awaitable.js'

/**
 * The fields of a user. Augment the interface to add fields:
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
  /** The user's id. */
  id?: string | undefined
  /** The user's name. */
  name?: string | null | undefined
  /** The user's e-mail address. */
  email?: string | null | undefined
  /** URL of the user's picture. */
  image?: string | null | undefined
}

/** A user, as returned by `profile()` and `authorize()`. */
export interface IdentifiedUser extends User {
  /** The user's id, which never changes. */
  id: string
}

/**
 * A provider's response about a user.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 */
export interface Profile {
  /** The user's id at a provider without OpenID Connect. */
  id?: string | null
  /** The user's id at an OpenID Connect issuer. */
  sub?: string | null
  /** The full name. */
  name?: string | null
  /** The given name or names. */
  given_name?: string | null
  /** The surname or surnames. */
  family_name?: string | null
  /** The middle name or names. */
  middle_name?: string | null
  /** A casual name. */
  nickname?: string | null
  /** The user name at the provider. It may change and is not unique. */
  preferred_username?: string | null
  /** URL of the user's profile page. */
  profile?: string | null
  /** URL of the user's picture, or an object. */
  // biome-ignore lint/suspicious/noExplicitAny: a string at some providers and an object at others, which applications read without a check.
  picture?: any
  /** URL of the user's web page or blog. */
  website?: string | null
  /** The e-mail address. It may belong to another person unless `email_verified` is `true`. */
  email?: string | null
  /** Whether the provider has verified that `email` belongs to the user. */
  email_verified?: boolean | null
  /** The user's gender, such as `female`. */
  gender?: string | null
  /** The birthday as `YYYY-MM-DD`, `0000-MM-DD` or `YYYY`. */
  birthdate?: string | null
  /** A time zone of the IANA database, such as `Europe/Paris`. */
  zoneinfo?: string | null
  /** A language tag such as `en-US` or `en_US`. */
  locale?: string | null
  /** The telephone number. */
  phone_number?: string | null
  /** When the profile last changed: seconds since 1970 with OpenID Connect. */
  updated_at?: Date | string | number | null
  /** The postal address. */
  address?: {
    formatted?: string | null
    street_address?: string | null
    locality?: string | null
    region?: string | null
    postal_code?: string | null
    country?: string | null
  } | null
  /** Any other claim, which is not validated. */
  [claim: string]: unknown
}

/** A sign-in of a stored user, a sign-up, or the linking of an account to a stored user. */
export type SignInIntent = 'signIn' | 'signUp' | 'link'

/** Parameters of a sign-up policy. */
export interface SignUpParams {
  /** The provider's id. */
  provider: string
  /** The user as described by the provider. The e-mail address may belong to another person: see `verifiedEmail`. */
  user: IdentifiedUser
  /** The account, with the tokens of an OAuth provider. */
  account: Account
  /**
   * The e-mail address in lower case, or `null` if it is not verified. With `verificationRequest`, the recipient of the e-mail, who has not
   * used the link yet.
   */
  verifiedEmail: string | null
  /** `true` when an e-mail for a sign-in or a sign-up is requested. The policy runs again when its link is used. */
  verificationRequest?: true
}

/** The sign-up policy: `'open'` (everyone), `'closed'` (no one), or a function that returns `true`, `false` or a URL to redirect to. */
export type SignUpPolicy = 'open' | 'closed' | ((params: SignUpParams) => Awaitable<boolean | string>)

/** A user in a table of the application. */
export interface OwnUser {
  /** The `sub` of the session: 1 to 255 characters without control characters, or an integer. */
  id: string | number | bigint
  /** The name to show. */
  name?: string | null | undefined
  /** The e-mail address. */
  email?: string | null | undefined
  /** The URL of a picture. */
  image?: string | null | undefined
}

/** The user who signs in, as the provider identifies them. */
export interface ProviderIdentity {
  /** The provider's id. With tenants, a hash is appended: see `accountProvider`. */
  provider: string
  /** The user's id at the provider. Store it together with `provider` as the key. */
  providerAccountId: string
  /** The issuer of the ID token, or of the provider. */
  issuer: string | undefined
  /** The tenant of the request. */
  tenant: string | undefined
  /**
   * The e-mail address in lower case, or `null` if the provider has not verified it. Do not use it as a key: if a provider
   * verifies carelessly, an attacker could sign in as another user.
   */
  verifiedEmail: string | null
}

/** A sign-in with a provider. */
export interface ProviderSignIn extends ProviderIdentity {
  /** The user as `profile()` describes them. The e-mail address may belong to another person. */
  user: IdentifiedUser
  /** The profile that the provider returned. */
  profile: Profile | undefined
}

/**
 * Users in a table of the application. If a function takes more than five seconds, or throws an error that is not from
 * `authwright/errors`, the sign-in fails with `AdapterError`. After such a failure of `create`, `find` is called again,
 * and the sign-in continues if it returns a user.
 */
export interface OwnUsers<User extends OwnUser, State = unknown> {
  /** Finds the user of a provider account. Returns `null` if there is none. */
  find(identity: ProviderIdentity): Awaitable<User | null | undefined>
  /**
   * Stores a user with the account. Concurrent requests may call this function for the same account. If the account is already stored, throw
   * an error or return nothing: `find` is then called again.
   */
  create(signIn: ProviderSignIn & State): Awaitable<User | null | undefined>
  /**
   * Stores changes when a user whom `find` returned signs in. If the function returns nothing, the result of `find` is
   * used.
   */
  update?(
    user: NoInfer<User>,
    signIn: ProviderSignIn & State,
  ): Awaitable<NoInfer<User> | null | undefined | void>
}
