import type { AdapterCapabilities } from '../adapters/contract.js'
import type { OwnUser } from '../model/user.js'
import type { Strategy } from '../options/session-options.js'
import type { PasswordTypes } from '../providers/kinds/password.js'
import type { OwnUsersFacts, StoredUser } from './adapter-types.js'
import type { AuthState, FlowTypes } from './auth-state.js'
import type { PasswordControls } from './passwords-api.js'
import type { CredentialsFacts, FactsOf, OAuthFacts, ProviderFacts } from './provider-facts.js'
import type { SessionControls } from './sessions-api.js'
import type { TokenControls } from './tokens-api.js'

/** The types of a configuration that an instance keeps after `.build()`. */
export interface AuthTypes {
  /** The ids of the providers. */
  id: string
  /** The fields of `signIn` besides its options, by provider id. */
  fields: object
  /** The known parameters of authorization endpoints, by provider id. */
  params: object
  /** The adapter's user or, without an adapter, the user of the providers. */
  user: unknown
  strategy: Strategy
  token: unknown
  session: unknown
  /** The argument of `update`. */
  update: unknown
  /** The key of the type of `auth.sessions`. */
  sessions: keyof SessionControls
  /** The ids of providers with readable tokens. */
  tokenId: string
  /** Where tokens and accounts are stored. `'managed'` means an adapter that can also list, rename and delete passkeys. */
  tokens: keyof TokenControls<unknown>
  /** Where passwords are stored. */
  passwords: keyof PasswordControls<unknown>
  /** The fields of `password({ signUp })`, as further arguments of `passwords.signUp`. */
  signUp: object
  /** The option `state` of `signIn`. `never` without `.flow()`. */
  flow: unknown
}

/** Editors truncate long types, so important members come first. The condition makes editors show these members instead of the name of the type. */
type Types<
  Id extends string,
  Fields extends object,
  Params extends object,
  User,
  Chosen extends Strategy,
  Token,
  Session,
  Update,
  Sessions extends keyof SessionControls,
  TokenId extends string,
  Tokens extends keyof TokenControls<unknown>,
  Passwords extends keyof PasswordControls<unknown>,
  SignUp extends object,
  Flow,
> = [Id] extends [string]
  ? {
      session: Session
      id: Id
      user: User
      strategy: Chosen
      sessions: Sessions
      tokenId: TokenId
      tokens: Tokens
      passwords: Passwords
      update: Update
      token: Token
      fields: Fields
      params: Params
      signUp: SignUp
      flow: Flow
    }
  : never

export type BuiltTypes<S extends AuthState> = Types<
  S['id'],
  FieldsOf<
    FactsOf<Extract<S['provider'], { type: 'credentials' | 'email' | 'password' }>>,
    S['update']['flow']
  >,
  ParamsById<S['provider']>,
  S['adapter'] extends undefined ? UserOf<FactsOf<S['provider']>> : StoredUser<S['adapter']>,
  S['strategy'],
  S['token'],
  S['session'],
  S['update']['input'],
  S['strategy'] extends 'jwt'
    ? 'sessionStore' extends S['marks']
      ? 'listed'
      : 'revocable'
    : AdapterCapabilities['sessionManagement'] extends keyof S['adapter']
      ? 'listed'
      : 'lacking',
  Extract<S['provider'], { type: 'oauth' | 'oidc' }>['id'],
  S['adapter'] extends undefined | OwnUsersFacts<OwnUser>
    ? 'cookieTokens' extends S['marks']
      ? 'cookie'
      : 'nowhere'
    : AdapterCapabilities['accountListing'] extends keyof S['adapter']
      ? AdapterCapabilities['passkeyManagement'] extends keyof S['adapter']
        ? 'managed'
        : 'stored'
      : 'lacking',
  'password' extends S['provider']['type'] ? 'stored' : 'nowhere',
  'password' extends S['provider']['type'] ? TypedSignUp<Extract<S['provider'], { type: 'password' }>> : {},
  [S['update']['flow']] extends [FlowTypes<infer Input, unknown>]
    ? [S['update']['flow']] extends [never]
      ? never
      : Input
    : never
>

type TypedSignUp<P> = P extends { '~types'?(): PasswordTypes<infer Typed, unknown> }
  ? [keyof Typed] extends [never]
    ? {}
    : { readonly fields: Typed }
  : {}

type FieldsOf<P extends ProviderFacts, Flow> = [P] extends [never]
  ? {}
  : {
      // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
      [Each in P as Each['id']]: Each extends CredentialsFacts<string, any, infer Fields, any>
        ? Stateless<Fields, Flow>
        : Each extends { type: 'password' }
          ? Stateless<{ email: string; password: string }, Flow>
          : { email: string }
    }

/** Callbacks receive no `state` from a sign-in with credentials or a password. */
type Stateless<Fields, Flow> = [Flow] extends [never] ? Fields : Fields & { state?: never }

/** Without the condition, editors show the alias instead of the parameters. */
type ParamsById<P extends ProviderFacts> = [P] extends [never]
  ? {}
  : { [Each in P as '~params' extends keyof Each ? Each['id'] : never]: Each['~params'] }

type UserOf<P> =
  // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
  P extends OAuthFacts<string, infer User, any>
    ? User
    : // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
      P extends CredentialsFacts<string, infer User, any, any>
      ? User
      : never
