import type { Awaitable } from './awaitable.js'
import type { IdentifiedUser, Profile } from './user.js'

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
   * The address in lower case, where the provider says that the person has shown it to be theirs; else `null`. It is no key: the address
   * of a person changes, and a provider that verifies none well opens every user with an address.
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
