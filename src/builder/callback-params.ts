import type { AdapterUser } from '../adapters/contract.js'
import type { Account } from '../model/account.js'
import type { SignInIntent, User } from '../model/user.js'
import type { StoredUser } from './adapter-types.js'
import type { AuthState, ReceivedUpdate } from './auth-state.js'
import type {
  CredentialsFacts,
  EmailFacts,
  OAuthFacts,
  PasswordFacts,
  ProviderFacts,
  WebAuthnFacts,
} from './provider-facts.js'
import type { Hinted, SessionLike, TokenRead } from './session-types.js'

/** The parameters of `callbacks.signIn` for an OAuth or OpenID Connect provider. */
export interface OAuthSignInParams<out Id extends string, out User, out Raw> {
  provider: Id
  /**
   * The stored user or, before sign-up, the user that `profile` returned. Without an adapter or `.users()`, the
   * id is derived from the account.
   */
  user: User
  account: Account<Id>
  /** The claims or user info of the provider. */
  profile: Raw
  credentials?: undefined
  email?: undefined
  /** The e-mail address in lower case, if the provider has verified it; otherwise `null`. */
  verifiedEmail: string | null
  /** Whether this is a sign-in, a sign-up, or linking an account. */
  intent: SignInIntent
}

/** The parameters of `callbacks.signIn` for an e-mail provider. */
export interface EmailSignInParams<out Id extends string, out User> {
  provider: Id
  /** The stored user or, before sign-up, a user with only an e-mail address. */
  user: User
  account: Account<Id>
  profile?: undefined
  credentials?: undefined
  /** `verificationRequest` is `true` when the user requests a link, and absent when the link is used. */
  email?: { verificationRequest?: boolean }
  /** The e-mail address. With `email.verificationRequest`, it is not verified yet. */
  verifiedEmail: string
  /** Whether this is a sign-in or a sign-up. */
  intent: SignInIntent
}

/** The parameters of `callbacks.signIn` for a credentials provider. */
export interface CredentialsSignInParams<out Id extends string, out User, out Input> {
  provider: Id
  /** The user that `authorize` returned. */
  user: User
  account: Account<Id>
  profile?: undefined
  /** The argument of `authorize`. */
  credentials: Input
  email?: undefined
  /** Always `null`, because `authorize` proves no e-mail address. */
  verifiedEmail: null
  /** Always a sign-in. */
  intent: 'signIn'
}

/** The parameters of `callbacks.signIn` for a WebAuthn provider. */
export interface WebAuthnSignInParams<out Id extends string, out User> {
  provider: Id
  /** The stored user or, before sign-up, the user that will be created. */
  user: User
  account: Account<Id>
  profile?: undefined
  credentials?: undefined
  email?: undefined
  /** Always `null`, because a passkey proves no e-mail address. */
  verifiedEmail: null
  /** Whether this is a sign-in, a sign-up, or linking an account. */
  intent: SignInIntent
}

/** The parameters of `callbacks.signIn` for `password()`. */
export interface PasswordSignInParams<out Id extends string, out User> {
  provider: Id
  /** The stored user or, before sign-up, the user that will be created. */
  user: User
  account: Account<Id>
  profile?: undefined
  credentials?: undefined
  email?: undefined
  /** The e-mail address, if the link of a mail has just verified it; otherwise `null`. */
  verifiedEmail: string | null
  /** Whether this is a sign-in or a sign-up. */
  intent: SignInIntent
}

/** A union with one member per provider, so that `provider === 'github'` narrows the other parameters. */
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
          : P extends PasswordFacts<infer Id>
            ? PasswordSignInParams<Id, AdapterUser | StoredUser<A>>
            : never

/**
 * The parameters of `callbacks.jwt` at sign-in and sign-up. If an administrator acts as a user, the callback
 * receives the provider `'impersonation'` and no `profile`.
 */
export interface JwtSignIn<
  out Trigger extends 'signIn' | 'signUp',
  out Token,
  out Id extends string,
  out User,
  out Raw,
> {
  trigger: Trigger
  provider: Id
  token: Hinted<Token>
  user: User
  account: Account<Id>
  /** The claims or user info of the provider. */
  profile: Raw
  /** @deprecated Use `trigger === 'signUp'`, which also narrows the type. */
  isNewUser: Trigger extends 'signUp' ? true : false
  session?: undefined
}

/** The parameters of `callbacks.jwt` when `update` is called. */
export interface JwtUpdate<out Token, out Update> {
  trigger: 'update'
  provider?: undefined
  token: Hinted<Token>
  user?: undefined
  account?: undefined
  profile?: undefined
  isNewUser?: undefined
  /** The argument of `update`. A client can send any value, unless `.session({ update })` validates it. */
  session: ReceivedUpdate<Update>
}

/** The parameters of `callbacks.jwt` when a session is read. */
export interface JwtRead<out Token> {
  trigger?: undefined
  provider?: undefined
  token: Hinted<Token>
  user?: undefined
  account?: undefined
  profile?: undefined
  isNewUser?: undefined
  session?: undefined
}

/** The condition is always true. It makes editors show the members instead of the alias and its type arguments. */
export type JwtParams<P extends ProviderFacts, A, NewToken, Token, Update> = never extends A
  ? JwtSignInParams<P, A, StoredUser<A>, NewToken> | JwtUpdate<Token, Update> | JwtRead<Token>
  : never

/* One member per trigger, because TypeScript narrows a union only by members with a single literal. */
type JwtSignInParams<P extends ProviderFacts, A, Stored, Token> =
  P extends OAuthFacts<infer Id, infer User, infer Raw>
    ? A extends undefined
      ? JwtSignIn<'signIn', Token, Id, User, Raw> | JwtSignIn<'signUp', Token, Id, User, Raw>
      : JwtSignIn<'signIn', Token, Id, Stored, Raw> | JwtSignIn<'signUp', Token, Id, Stored, Raw>
    : // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
      P extends CredentialsFacts<infer Id, infer User, any, any>
      ? JwtSignIn<'signIn', Token, Id, User, undefined>
      : P extends ProviderFacts
        ?
            | JwtSignIn<'signIn', Token, P['id'], Stored, undefined>
            | JwtSignIn<'signUp', Token, P['id'], Stored, undefined>
        : never

/** The adapter's user. For credentials, or without an adapter, the provider's user. */
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

/**
 * The parameter `user`, which only strategy `'database'` has. It is private, so that TypeScript reports the class name.
 * The name suggests `.adapter()`, which may have been called too late, after `.callbacks()`.
 */
export declare class CallAdapterFirstOrUseTokenSub {
  private user?
}

/** The parameters of `callbacks.session` with strategy `'jwt'`, after a `jwt` callback. */
export interface JwtSessionParams<out Session, out Token> extends CallAdapterFirstOrUseTokenSub {
  session: Session
  token: Token
  /** The argument of `update`. Its type is declared only on the parameter of `jwt`. */
  newSession?: unknown
  trigger?: 'update'
}

/**
 * The parameters with strategy `'jwt'`, if no earlier step has a `jwt` callback. `withoutJwt` marks that TypeScript
 * inferred them without the result of a `jwt` in the same step. It is a symbol, so that editors do not suggest it.
 */
export interface TokenSessionParams<out Session, out Token> extends JwtSessionParams<Session, Token> {
  readonly [withoutJwt]?: true
}

/** The parameters of `callbacks.session` with strategy `'database'`. */
export interface DatabaseSessionParams<out Session, out User, out Update> {
  session: Session
  user: User
  /** The argument of `update`. A client can send any value, unless `.session({ update })` validates it. */
  newSession?: ReceivedUpdate<Update>
  trigger?: 'update'
}

/** `Returned` is `never` without a `jwt` callback. */
export type SessionParams<S extends AuthState, Returned> = S['strategy'] extends 'jwt'
  ? [Returned] extends [never]
    ? TokenSessionParams<S['session'], Hinted<S['token']>>
    : JwtSessionParams<S['session'], TokenRead<Returned>>
  : DatabaseSessionParams<S['session'], StoredUser<S['adapter']>, S['update']['output']>

/** Whether TypeScript inferred the parameters before it checked a `jwt` callback. `any` has every key. */
export type FixedBeforeJwt<Params> = symbol extends keyof Params
  ? false
  : typeof withoutJwt extends keyof Params
    ? true
    : false

/** The session that the earlier `session` callbacks return, or `SessionLike` if their return type is not a session. */
export type SessionSoFar<S extends AuthState> = S['session'] extends SessionLike ? S['session'] : SessionLike

/** A `session` callback must return the current type if earlier event listeners already receive it. */
export type SessionAfter<S extends AuthState> = 'events' extends S['marks'] ? SessionSoFar<S> : SessionLike
