import type {
  AuthorizationParams,
  FlowOption,
  LinkOptions,
  ParamsOf,
  ProviderSignOutOptions,
  RedirectHint,
  SignInId,
} from '../builder/auth.js'
import type { PasswordControls } from '../builder/passwords-api.js'
import type { Reason } from '../builder/problem-sentences.js'
import type { Register } from '../builder/register.js'
import type { TypesOf } from '../builder/registered-types.js'
import type { BaseSession, ThroughJson } from '../builder/session-types.js'
import type { AuthConfigError } from '../builder/type-rules/error-message-types.js'
import type { PasswordSignUp } from '../model/password.js'
import type { ProviderType } from '../model/provider-type.js'
import type { ClientPasswords } from './passwords.js'
import type { SignInResult } from './sign-in-result.js'

/** The types of an auth instance that a client uses. */
export interface ClientTypes {
  /** The ids of the providers. */
  id: string
  /** The fields that `signIn` accepts in addition to its options, by provider id. */
  fields: object
  /** The known parameters of authorization endpoints, by provider id. */
  params: object
  /** The session as parsed JSON: a `Date` is a string. */
  session: unknown
  /** The argument of `update`. */
  update: unknown
  /** `'stored'` with `password()`, `'nowhere'` without it. */
  passwords: keyof PasswordControls<unknown>
  /** The input of `passwords.signUp` in addition to `email` and `password`. */
  signUp: object
  /** The type of the option `state` of `signIn`. `never` if `signIn` has no such option. */
  flow: unknown
}

/** The types of a client whose auth instance is unknown. */
export interface UnknownClientTypes {
  /** Any provider id. */
  id: string
  /** Any fields. */
  fields: object
  /** Any parameters. */
  params: object
  /** A session with the default fields of its user. */
  session: BaseSession
  /** Any value. */
  update: unknown
  /** The methods of `passwords` in a configuration with an adapter. */
  passwords: 'stored'
  /** Any `fields` of `passwords.signUp`. */
  signUp: Pick<PasswordSignUp, 'fields'>
  /** Any value as the option `state` of `signIn`. */
  flow: unknown
}

/** The types of a client whose type parameter is not an instance. */
export interface NoInstance {
  /** The message that the type parameter must be `typeof auth`. */
  id: Reason<'notAnInstance'>
  /** No fields. */
  fields: {}
  /** No parameters. */
  params: {}
  /** The same message, reported where the session is used. */
  session: AuthConfigError<Reason<'notAnInstance'>>
  /** The same message, reported for calls of `update`. */
  update: Reason<'notAnInstance'>
  /** The methods of `passwords` in a configuration with an adapter. */
  passwords: 'stored'
  /** No `fields` of `passwords.signUp`. */
  signUp: {}
  /** No option `state` of `signIn`. */
  flow: never
}

/** The instance in `Register`, or `undefined`. */
export type RegisteredInstance<R = Register> = R extends { auth: infer Instance } ? Instance : undefined

/** The types of an instance, taken from `typeof auth`. */
export type ClientTypesOf<Instance> = 0 extends 1 & Instance
  ? UnknownClientTypes
  : [Instance] extends [undefined]
    ? UnknownClientTypes
    : TypesOf<Instance> extends infer Types extends ClientTypes
      ? {
          id: Types['id']
          fields: Types['fields']
          params: Types['params']
          session: ThroughJson<Types['session']>
          update: Types['update']
          passwords: Types['passwords']
          signUp: Types['signUp']
          flow: Types['flow']
        }
      : NoInstance

/** The session with which the server rendered a page: an object, or its JSON form. */
export type RenderedSession<Instance> =
  TypesOf<Instance> extends { session: infer Session }
    ? Session | ThroughJson<Session>
    : ClientTypesOf<Instance>['session']

/** Options of `createClient`. */
export interface ClientOptions {
  /** Path of the handler, including the path of the application. Default: `/auth`. */
  basePath?: `/${string}` | undefined
}

/** Options of `signIn` and `signOut` in the browser. */
export interface ClientRedirectOptions<_Hint extends string = RedirectHint> {
  /** Whether to load the next page. Default: `true`. */
  redirect?: boolean | undefined
  /** Path to redirect to afterwards. Default: the `callbackUrl` in the URL of the page (`signIn` only), or the current page. */
  redirectTo?: string | undefined
}

/** Options of `signIn` in the browser, together with the fields of the provider. */
export type ClientSignInOptions<
  Flow,
  Fields = {},
  _Hint extends string = RedirectHint,
> = ClientRedirectOptions & FlowOption<Flow> & Omit<RememberOption, keyof Fields> & Fields

/** Option of `signIn` in the browser with `.session({ remember: true })`. */
export interface RememberOption {
  /** Whether the session cookie is kept when the browser is closed. Default: `false`. */
  remember?: boolean | undefined
}

/** Parameters of the authorization endpoint that a browser may set. */
export type BrowserParam = 'display' | 'login_hint' | 'prompt' | 'ui_locales'

/** The parameters of each provider that a browser may set. */
export type BrowserParams<Params> = {
  [Id in keyof Params]: Pick<NonNullable<Params[Id]>, keyof NonNullable<Params[Id]> & BrowserParam>
}

/** Arguments of `signIn` after the provider id. */
export type ClientSignInArguments<T extends ClientTypes, Id> = Id extends keyof T['fields']
  ? [options: ClientSignInOptions<T['flow'], T['fields'][Id]>, authorizationParams?: AuthorizationParams]
  : [
      options?: ClientSignInOptions<T['flow'], Pick<LinkOptions, 'link'>>,
      authorizationParams?: ParamsOf<BrowserParams<T['params']>, Id>,
    ]

/** A provider as returned by `GET /providers`. */
export interface PublicProvider<Id extends string = string> {
  /** The provider's id. */
  id: Id
  /** The provider's name. */
  name: string
  /** The type of the provider. */
  type: ProviderType
  /** The URL that starts a sign-in. */
  signinUrl: string
  /** The callback URL. */
  callbackUrl: string
}

/** The providers by id. */
export type PublicProviders<Id extends string> = { [Each in Id]: PublicProvider<Each> }

/**
 * Signs in with a provider. Without a provider, opens the sign-in page. If the server refuses or is not available, the result contains the
 * error.
 *
 * @param args - The provider id, the options together with the fields of the provider, and parameters of the provider's authorization
 *   endpoint. The server ignores parameters other than `display`, `login_hint`, `prompt` and `ui_locales`.
 */
export type ClientSignIn<T extends ClientTypes> = <Id extends string | undefined = undefined>(
  ...args: string extends T['id']
    ? [
        provider?: string,
        options?: ClientRedirectOptions & Record<string, unknown>,
        authorizationParams?: AuthorizationParams,
      ]
    : [Id] extends [undefined]
      ? [provider?: T['id'], options?: ClientRedirectOptions]
      : [provider: SignInId<T['id'], Id>, ...rest: ClientSignInArguments<T, Id>]
) => Promise<SignInResult>

/** The methods of a browser client. */
export interface Client<T extends ClientTypes> {
  /** Returns the session, or `null` if no user is signed in. Rejects with a {@link ClientError} if the server does not respond or fails. */
  getSession(): Promise<T['session'] | null>
  /** Returns the CSRF token for the field `csrfToken` of your own forms. Empty if the server does not check CSRF tokens. */
  getCsrfToken(): Promise<string>
  /** Returns the providers by id. */
  getProviders(): Promise<PublicProviders<T['id']>>
  /** Starts a sign-in. */
  signIn: ClientSignIn<T>
  /**
   * Ends the session and loads the next page, unless `redirect` is `false`. With `provider: true`, the browser also signs out at the
   * provider.
   */
  signOut(options?: ClientRedirectOptions & ProviderSignOutOptions): Promise<SignInResult>
  /** Signs up with a password, and sets, changes, resets and removes passwords. */
  passwords: PasswordControls<ClientPasswords<T['signUp']>>[T['passwords']]
  /**
   * Updates the session with `data`. Without `data`, reads the session again. Returns `null` if the user has signed out. Rejects with a
   * {@link ClientError} if the server does not respond or refuses.
   */
  update(data?: T['update']): Promise<T['session'] | null>
}

/** The client of the instance in `Register`. */
export type RegisteredClient = Client<ClientTypesOf<RegisteredInstance>>
