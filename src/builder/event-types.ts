import type { AdapterSession } from '../adapters/contract.js'
import type { Account } from '../model/account.js'
import type { OwnUser } from '../model/user.js'
import type { StoredUser } from './adapter-types.js'
import type { AuthState, FlowState } from './auth-state.js'
import type { SignedInUser } from './callback-params.js'
import type { CredentialsFacts, FactsOf, OAuthFacts, ProviderFacts } from './provider-facts.js'

export interface SignInMessage<Id extends string, User, Raw> {
  provider: Id
  user: User
  account: Account<Id>
  profile: Raw
  /** Whether the user was created by this sign-in. */
  isNewUser: boolean
}

export interface LinkAccountMessage<Id extends string, User, Described> {
  provider: Id
  user: User
  account: Account<Id>
  /** The user as the provider describes them, for example the result of its `profile` function. */
  profile: Described
}

export interface UserMessage<User> {
  user: User
}

export interface TokenSignOutMessage<Token> {
  token: Token | null
}

export interface SessionSignOutMessage {
  session: AdapterSession | null | undefined
}

export interface TokenSessionMessage<Session, Token> {
  session: Session
  token: Token
}

export interface UserSessionMessage<Session, User> {
  session: Session
  user: User
}

export interface UnlinkAccountMessage {
  /** The configuration may no longer have this provider. */
  provider: string
  providerAccountId: string
  userId: string
}

export interface RemovePasskeyMessage {
  provider: string
  /** The credential id in base64url. */
  id: string
  userId: string
}

export interface ImpersonateMessage<User> {
  actor: User
  /** The user whose session the actor uses. */
  user: User
  /**
   * The listener is not called when an impersonation expires, when its session ends, or when it is no longer
   * allowed.
   */
  state: 'started' | 'stopped'
}

export interface TokenRefreshFailedMessage<Id extends string> {
  provider: Id
  providerAccountId: string
  userId: string
  /** Why the tokens could not be refreshed. Contains no tokens. */
  error: Error
}

/** The message has `sub`, `sid` or both. */
export interface BackchannelLogoutMessage<Id extends string> {
  provider: Id
  issuer: string
  /** The user's id at the provider. Without `sid`, all sessions that started with this account ended. */
  sub?: string | undefined
  /** The session at the provider. All sessions of this application that started with it have ended. */
  sid?: string | undefined
}

/**
 * Event listeners, for example for audit logs. A request waits at most five seconds for the listeners of an event. An
 * error of a listener is logged and otherwise ignored.
 */
export interface Events<S extends AuthState> {
  signIn?: (
    message: SignInMessages<FactsOf<S['provider']>, S['adapter']> & FlowState<S['update']['flow']>,
  ) => unknown
  signOut?: (
    message: S['strategy'] extends 'jwt' ? TokenSignOutMessage<S['token']> : SessionSignOutMessage,
  ) => unknown
  createUser?: (
    message: UserMessage<AnyUser<StoredUser<S['adapter']>>> & FlowState<S['update']['flow']>,
  ) => unknown
  /** A sign-in changed a stored user. Not called by `auth.users.update()`. */
  updateUser?: (message: UserMessage<AnyUser<StoredUser<S['adapter']>>>) => unknown
  linkAccount?: (
    message: LinkAccountMessages<FactsOf<S['provider']>, AnyUser<StoredUser<S['adapter']>>>,
  ) => unknown
  unlinkAccount?: (message: UnlinkAccountMessage) => unknown
  removePasskey?: (message: RemovePasskeyMessage) => unknown
  impersonate?: (message: ImpersonateMessage<AnyUser<StoredUser<S['adapter']>>>) => unknown
  /** The refresh token of an account can no longer be used. */
  tokenRefreshFailed?: (
    message: TokenRefreshFailedMessage<Extract<S['provider'], { type: 'oauth' | 'oidc' }>['id']>,
  ) => unknown
  /** A provider ended sessions with a valid logout token. */
  backchannelLogout?: (
    message: BackchannelLogoutMessage<Extract<S['provider'], { type: 'oidc' }>['id']>,
  ) => unknown
  session?: (
    message: S['strategy'] extends 'jwt'
      ? TokenSessionMessage<S['session'], S['token']>
      : UserSessionMessage<S['session'], StoredUser<S['adapter']>>,
  ) => unknown
}

type AnyUser<User> = User extends OwnUser ? User : User & OwnUser

type SignInMessages<P extends ProviderFacts, A> = P extends ProviderFacts
  ? SignInMessage<P['id'], AnyUser<SignedInUser<P, A>>, RawOf<P>>
  : never

// biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
type RawOf<P> = P extends OAuthFacts<string, any, infer Raw> ? Raw : undefined

type LinkAccountMessages<P extends ProviderFacts, User> =
  // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
  P extends CredentialsFacts<string, any, any, any>
    ? never
    : // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
      P extends OAuthFacts<infer Id, infer Described, any>
      ? LinkAccountMessage<Id, User, Described>
      : LinkAccountMessage<P['id'], User, User>
