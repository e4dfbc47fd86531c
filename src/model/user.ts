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
  id?: string | undefined
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/** A user with an `id` that never changes, as returned by `profile()` and `authorize()`. */
export interface IdentifiedUser extends User {
  id: string
}

/**
 * A provider's response about a user: the standard claims of OpenID Connect, and any others.
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

/** What would happen to a user: a stored one signs in, one is created, or an account is added to a stored one. */
export type SignInIntent = 'signIn' | 'signUp' | 'link'

/** Parameters of a sign-up policy. */
export interface SignUpParams {
  /** The provider's id. */
  provider: string
  /** The user as the provider describes them, not stored yet. The e-mail address may be that of another person: see `verifiedEmail`. */
  user: IdentifiedUser
  account: Account
  /**
   * The e-mail address in lower case, if the user has proven that it is theirs; otherwise `null`. With `verificationRequest`, the address
   * that the e-mail is for: the user proves it by using the link.
   */
  verifiedEmail: string | null
  /** `true` when a sign-in e-mail is requested. The policy runs again when its link is used. */
  verificationRequest?: true
}

/** Who may become a user: every person, none, or as a function decides: `true`, `false`, or where to redirect instead. */
export type SignUpPolicy = 'open' | 'closed' | ((params: SignUpParams) => Awaitable<boolean | string>)

/** A user in a table of the application. `name`, `email` and `image` become those of the session. */
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

/** Who signs in, as a provider names them: what `find` receives. */
export interface ProviderIdentity {
  /** The provider's id. With `.tenant()` or a function of the request, a hash of tenant, issuer and client id follows. */
  provider: string
  /** The provider's id of the person, which stays the same: with `provider`, the key to store. */
  providerAccountId: string
  /** The issuer of the ID token, or else of the provider; `undefined` where it has none. */
  issuer: string | undefined
  /** The tenant of the request; `undefined` without `.tenant()`. */
  tenant: string | undefined
  /**
   * The e-mail address in lower case, if the provider has verified it; otherwise `null`. Do not use it as a key: the e-mail address of a
   * user changes, and a provider that verifies addresses badly would open the account of every user with an address.
   */
  verifiedEmail: string | null
}

/** A sign-in with a provider: what `create` and `update` receive. */
export interface ProviderSignIn extends ProviderIdentity {
  /** The user as the provider's `profile()` describes them. The address may be one that is not theirs. */
  user: IdentifiedUser
  /** What the provider says of the person. */
  profile: Profile | undefined
}

/**
 * Users in a table of the application. Where a function throws, or returns nothing within five seconds, the sign-in fails with
 * `AdapterError`, and the response is 503. An error of `authwright/errors`, such as `AccessDenied`, is the response itself.
 */
export interface OwnUsers<User extends OwnUser, State = unknown> {
  /** Looks up the user of an account at a provider. `null` where there is none. */
  find(identity: ProviderIdentity): Awaitable<User | null | undefined>
  /**
   * Stores a user with the account. Two requests may do so at once: where it throws, or returns nothing, because the account is stored already,
   * `find` is called again.
   */
  create(signIn: ProviderSignIn & State): Awaitable<User | null | undefined>
  /** Receives a user who was found, at each sign-in, for what has changed at the provider. Where it returns nothing, the user is as `find` returned them. Default: nothing changes. */
  update?(
    user: NoInfer<User>,
    signIn: ProviderSignIn & State,
  ): Awaitable<NoInfer<User> | null | undefined | void>
}
