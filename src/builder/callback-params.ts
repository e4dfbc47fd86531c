import type { AdapterUser } from '../adapters/contract.js'
import type { Account } from '../model/account.js'
import type { SignInIntent, User } from '../model/user.js'

import type { StoredUser } from './adapter-facts.js'
import type {
  CredentialsFacts,
  EmailFacts,
  OAuthFacts,
  ProviderFacts,
  WebAuthnFacts,
} from './provider-facts.js'
import type { SessionLike, TokenRead } from './session-types.js'
import type { AuthState } from './state.js'

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
  /** What `update` was given, which any client can choose, unless `.session({ update })` validates it. */
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

declare const withoutJwt: unique symbol

/** What `callbacks.session` is given with strategy `'jwt'`, after a `jwt` callback. */
export interface JwtSessionParams<out Session, out Token> {
  session: Session
  token: Token
  /** What `update` was given, where `trigger` says so; `jwt` is given the same, typed. */
  newSession?: unknown
  trigger?: 'update'
}

/**
 * What `callbacks.session` is given with strategy `'jwt'` where no `jwt` callback stands before it. The member is types only: it
 * distinguishes parameters that a compiler fixed before it came to `jwt` from those that an application wrote down itself. A symbol,
 * so that no editor suggests it.
 */
export interface TokenSessionParams<out Session, out Token> extends JwtSessionParams<Session, Token> {
  readonly [withoutJwt]?: true
}

/** What `callbacks.session` is given with strategy `'database'`. */
export interface DatabaseSessionParams<out Session, out User, out Update> {
  session: Session
  user: User
  /** What `update` was given, which any client can choose, unless `.session({ update })` validates it. */
  newSession?: Update
  trigger?: 'update'
}

/** What `callbacks.session` is given. `Returned` is what `jwt` returns, `never` where none is written. */
export type SessionParams<S extends AuthState, Returned> = S['strategy'] extends 'jwt'
  ? [Returned] extends [never]
    ? TokenSessionParams<S['session'], S['token']>
    : JwtSessionParams<S['session'], TokenRead<Returned>>
  : DatabaseSessionParams<S['session'], StoredUser<S['adapter']>, S['update']['output']>

/** Whether a compiler fixed the parameters before it came to a `jwt` callback. `any` has every key. */
export type FixedBeforeJwt<Params> = symbol extends keyof Params
  ? false
  : typeof withoutJwt extends keyof Params
    ? true
    : false

/** The session so far. */
export type SessionSoFar<S extends AuthState> = S['session'] extends SessionLike ? S['session'] : SessionLike

/**
 * The least that a `session` callback must return. Listeners that were written before it were
 * promised the session so far.
 */
export type SessionAfter<S extends AuthState> = 'events' extends S['marks'] ? SessionSoFar<S> : SessionLike
