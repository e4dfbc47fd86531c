import type { Account } from './account.js'
import type { Awaitable } from './awaitable.js'

/**
 * A user, as returned by a provider's `profile()`. Augment the interface to add fields for the whole program:
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

/** A user with an `id` that never changes, as returned by `profile()` and `authorize()`. */
export interface IdentifiedUser extends User {
  /** The user's id, which never changes. */
  id: string
}

/**
 * A provider's response about a user: the standard claims of OpenID Connect, and any others.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 */
export interface Profile {
  /** The user's id at a provider without OpenID Connect. */
  id?: string | null
  /** The user's id at an OpenID Connect issuer, which never reassigns it. */
  sub?: string | null
  /** The full name in displayable form, including all parts and titles. */
  name?: string | null
  /** The given name or names of the user, separated by spaces. */
  given_name?: string | null
  /** The surname or surnames of the user, separated by spaces. */
  family_name?: string | null
  /** The middle name or names of the user, separated by spaces. */
  middle_name?: string | null
  /** A casual name of the user, which may differ from `given_name`. */
  nickname?: string | null
  /** The user name at the provider, such as `ada`. It may change and is not unique. */
  preferred_username?: string | null
  /** URL of the user's profile page. */
  profile?: string | null
  /** URL of the user's picture. Some providers return an object instead. */
  // biome-ignore lint/suspicious/noExplicitAny: a string at some providers and an object at others, which applications read without a check.
  picture?: any
  /** URL of the user's own web page or blog. */
  website?: string | null
  /** The e-mail address that the user prefers. It may belong to another person unless `email_verified` is `true`. */
  email?: string | null
  /** Whether the provider has verified that `email` belongs to the user. Absent at providers that do not state it. */
  email_verified?: boolean | null
  /** The user's gender, such as `female` or `male`; other values are allowed. */
  gender?: string | null
  /** The birthday as `YYYY-MM-DD`, or `YYYY` alone. The year `0000` means that it is omitted. */
  birthdate?: string | null
  /** A time zone of the IANA database, such as `Europe/Paris`. */
  zoneinfo?: string | null
  /** A BCP 47 language tag such as `en-US`. Some providers write `en_US`. */
  locale?: string | null
  /** The preferred telephone number. OpenID Connect recommends E.164 form, such as `+1 (425) 555-1212`. */
  phone_number?: string | null
  /** When the profile last changed. OpenID Connect uses seconds since 1970; other providers may use a date. */
  updated_at?: Date | string | number | null
  /** The preferred postal address. `formatted` is the full postal address, possibly in several lines; the other members are its parts. */
  address?: {
    formatted?: string | null
    street_address?: string | null
    locality?: string | null
    region?: string | null
    postal_code?: string | null
    country?: string | null
  } | null
  /** Any other claim of the provider, which is not validated. */
  [claim: string]: unknown
}

/** Whether this is a sign-in of a stored user, a sign-up, or the linking of an account to a stored user. */
export type SignInIntent = 'signIn' | 'signUp' | 'link'

/** Parameters of a sign-up policy. */
export interface SignUpParams {
  /** The provider's id. */
  provider: string
  /**
   * The user as described by the provider, not stored yet. The e-mail address may belong to another person:
   * see `verifiedEmail`.
   */
  user: IdentifiedUser
  /** The account that the user signs in with, with the tokens of an OAuth provider. */
  account: Account
  /**
   * The e-mail address in lower case, if the user has verified it; otherwise `null`. With
   * `verificationRequest`, it is the recipient of the e-mail, and not verified until the user uses the link.
   */
  verifiedEmail: string | null
  /** `true` when a sign-in e-mail is requested. The policy runs again when its link is used. */
  verificationRequest?: true
}

/** The sign-up policy: `'open'` (everyone), `'closed'` (no one), or a function that returns `true`, `false` or a URL to redirect to. */
export type SignUpPolicy = 'open' | 'closed' | ((params: SignUpParams) => Awaitable<boolean | string>)

/** A user in a table of the application. The session gets its `name`, `email` and `image`. */
export interface OwnUser {
  /** A string of 1 to 255 characters without control characters, or an integer. As a string, it is the `sub` of the session. */
  id: string | number | bigint
  /** The name to show. Default: none. */
  name?: string | null | undefined
  /** The e-mail address. Default: none. */
  email?: string | null | undefined
  /** The URL of a picture. Default: none. */
  image?: string | null | undefined
}

/** The user who signs in, as the provider identifies them: the parameter of `find`. */
export interface ProviderIdentity {
  /**
   * The provider's id. If the application has tenants, a hash is appended: see `accountProvider`.
   */
  provider: string
  /** The user's id at the provider, which never changes. Store it together with `provider` as the key. */
  providerAccountId: string
  /** The issuer of the ID token, or of the provider; `undefined` if it has none. */
  issuer: string | undefined
  /** The tenant of the request; `undefined` without `.tenant()`. */
  tenant: string | undefined
  /**
   * The e-mail address in lower case, if the provider has verified it; otherwise `null`. Do not use it as a key: a user's e-mail address
   * can change, and a provider with careless verification could open accounts of other users.
   */
  verifiedEmail: string | null
}

/** A sign-in with a provider: the parameter of `create` and `update`. */
export interface ProviderSignIn extends ProviderIdentity {
  /** The user as the provider's `profile()` describes them. The e-mail address may belong to another person. */
  user: IdentifiedUser
  /** The profile that the provider returned. */
  profile: Profile | undefined
}

/**
 * Users in a table of the application. If a function throws or takes more than five seconds, the sign-in fails
 * with `AdapterError` and status 503. An error of `authwright/errors`, such as `AccessDenied`,
 * determines the response itself.
 */
export interface OwnUsers<User extends OwnUser, State = unknown> {
  /** Finds the user of a provider account. Returns `null` if there is none. */
  find(identity: ProviderIdentity): Awaitable<User | null | undefined>
  /**
   * Stores a user with the account. Two requests may call `create` for the same account at once. If the
   * account is already stored, throw an error or return nothing, and `find` is called again.
   */
  create(signIn: ProviderSignIn & State): Awaitable<User | null | undefined>
  /**
   * Called with the found user at each sign-in, to store changes from the provider. If it returns nothing,
   * the result of `find` is used. Default: nothing changes.
   */
  update?(
    user: NoInfer<User>,
    signIn: ProviderSignIn & State,
  ): Awaitable<NoInfer<User> | null | undefined | void>
}
