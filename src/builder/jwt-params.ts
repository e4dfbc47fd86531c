import type { Account } from '../model/account.js'
import type { StoredUser } from './adapter-facts.js'
import type { CredentialsFacts, OAuthFacts, ProviderFacts } from './provider-facts.js'

/** What `callbacks.jwt` receives when a user signs in, or has just signed up. */
export interface JwtSignIn<
  out Trigger extends 'signIn' | 'signUp',
  out Token,
  out Id extends string,
  out User,
  out Raw,
> {
  trigger: Trigger
  provider: Id
  token: Token
  user: User
  account: Account<Id>
  /** What an OAuth or OpenID Connect provider says of the person. */
  profile: Raw
  /** @deprecated `trigger === 'signUp'` says the same, and narrows. */
  isNewUser: Trigger extends 'signUp' ? true : false
  session?: undefined
}

/** What `callbacks.jwt` is given when `update` is called. */
export interface JwtUpdate<out Token, out Update> {
  trigger: 'update'
  provider?: undefined
  token: Token
  user?: undefined
  account?: undefined
  profile?: undefined
  isNewUser?: undefined
  /** What `update` was given: the browser's word, unless `.session({ update })` checks it. */
  session: Update
}

/** What `callbacks.jwt` is given when a session is read. */
export interface JwtRead<out Token> {
  trigger?: undefined
  provider?: undefined
  token: Token
  user?: undefined
  account?: undefined
  profile?: undefined
  isNewUser?: undefined
  session?: undefined
}

/**
 * What `callbacks.jwt` is given, by `trigger` and, at sign-in, by `provider`. The condition always
 * holds; it drops the alias, so that editors show the members and not their arguments.
 */
export type JwtParams<P extends ProviderFacts, A, NewToken, Token, Update> = [A] extends [unknown]
  ? JwtSignInParams<P, A, NewToken> | JwtUpdate<Token, Update> | JwtRead<Token>
  : never

/* One member for each trigger: a compiler can only rule out a member that has a single one. */
type JwtSignInParams<P extends ProviderFacts, A, Token> =
  P extends OAuthFacts<infer Id, infer User, infer Raw>
    ? A extends undefined
      ? JwtSignIn<'signIn', Token, Id, User, Raw> | JwtSignIn<'signUp', Token, Id, User, Raw>
      :
          | JwtSignIn<'signIn', Token, Id, StoredUser<A>, Raw>
          | JwtSignIn<'signUp', Token, Id, StoredUser<A>, Raw>
    : // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
      P extends CredentialsFacts<infer Id, infer User, any, any>
      ? JwtSignIn<'signIn', Token, Id, User, undefined>
      : P extends ProviderFacts
        ?
            | JwtSignIn<'signIn', Token, P['id'], StoredUser<A>, undefined>
            | JwtSignIn<'signUp', Token, P['id'], StoredUser<A>, undefined>
        : never

/** Who has signed in: the adapter's user where there is one, else the provider's. */
export type SignedInUser<P extends ProviderFacts, A> =
  // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
  P extends CredentialsFacts<string, infer User, any, any>
    ? User
    : A extends undefined
      ? // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
        P extends OAuthFacts<string, infer User, any>
        ? User
        : StoredUser<A>
      : StoredUser<A>
