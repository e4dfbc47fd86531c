import type { AdapterUser } from '../adapters/contract.js'
import type { Account } from '../model/account.js'
import type { SignInIntent } from '../model/sign-up.js'
import type { User } from '../model/user.js'
import type { StoredUser } from './adapter-facts.js'
import type {
  CredentialsFacts,
  EmailFacts,
  OAuthFacts,
  ProviderFacts,
  WebAuthnFacts,
} from './provider-facts.js'

/** What `callbacks.signIn` is given for an OAuth or OpenID Connect provider. */
export interface OAuthSignInParams<out Id extends string, out User, out Raw> {
  provider: Id
  /**
   * The user as stored, where there is one; else as the provider describes them. Without an adapter the id is
   * `<provider>|<account id>`.
   */
  user: User
  account: Account<Id>
  /** What the provider says of the person. */
  profile: Raw
  credentials?: undefined
  email?: undefined
  /** What would happen. */
  intent: SignInIntent
}

/** What `callbacks.signIn` is given for an e-mail provider. */
export interface EmailSignInParams<out Id extends string, out User> {
  provider: Id
  /** The user as stored, or one with the address alone who is not stored yet. */
  user: User
  account: Account<Id>
  profile?: undefined
  credentials?: undefined
  /** `verificationRequest` is `true` when a link is requested; the callback runs again when it is used. */
  email?: { verificationRequest?: boolean }
  /** What would happen. */
  intent: SignInIntent
}

/** What `callbacks.signIn` is given for a credentials provider. */
export interface CredentialsSignInParams<out Id extends string, out User, out Input> {
  provider: Id
  /** What `authorize` returned. */
  user: User
  account: Account<Id>
  profile?: undefined
  /** What `authorize` was given. */
  credentials: Input
  email?: undefined
  /** What would happen. */
  intent: 'signIn'
}

/** What `callbacks.signIn` is given for a WebAuthn provider. */
export interface WebAuthnSignInParams<out Id extends string, out User> {
  provider: Id
  /** The user as stored, or one who is about to be. */
  user: User
  account: Account<Id>
  profile?: undefined
  credentials?: undefined
  email?: undefined
  /** What would happen. */
  intent: SignInIntent
}

/** One member a provider, so that `provider === 'github'` narrows the others. */
export type SignInParams<P extends ProviderFacts, A> =
  P extends OAuthFacts<infer Id, infer User, infer Raw>
    ? OAuthSignInParams<Id, A extends undefined ? User : User | StoredUser<A>, Raw>
    : // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
      P extends CredentialsFacts<infer Id, infer User, any, infer Input>
      ? CredentialsSignInParams<Id, User, Input>
      : P extends EmailFacts<infer Id>
        ? EmailSignInParams<Id, AdapterUser | StoredUser<A>>
        : P extends WebAuthnFacts<infer Id>
          ? WebAuthnSignInParams<Id, User | StoredUser<A>>
          : never
