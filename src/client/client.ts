import type {
  AuthorizationParams,
  FlowOption,
  LinkOptions,
  ParamsOf,
  ProviderSignOutOptions,
  RedirectHint,
  SignInId,
} from '../builder/auth.js'
import type { Reason } from '../builder/problem-sentences.js'
import type { Register } from '../builder/register.js'
import type { TypesOf } from '../builder/registered-types.js'
import type { AuthConfigError } from '../builder/rules/refused.js'
import type { BaseSession, ThroughJson } from '../builder/session-types.js'
import type { ProviderType } from '../providers/kinds/provider-type.js'
import type { SignInResult } from './sign-in-result.js'

/** The types of an instance that a client uses. */
export interface ClientTypes {
  /** The ids of the providers. */
  id: string
  /** The fields of `signIn` beside its options, by provider id. */
  fields: object
  /** Parameters for authorization endpoints that the compiler knows, by provider id. */
  params: object
  /** The session as the server sends it: as JSON, in which a `Date` is a string. */
  session: unknown
  /** The data of `update`. */
  update: unknown
  /** The data that `signIn` carries; `never` for none. */
  flow: unknown
}

/** The types of a client that names no instance: any provider, any fields, the session before callbacks. */
export interface UnknownClientTypes {
  id: string
  fields: object
  params: object
  session: BaseSession
  update: unknown
  flow: unknown
}

/** The types of a client whose type parameter is no instance: each member is an error sentence. */
export interface NoInstance {
  id: Reason<'notAnInstance'>
  fields: {}
  params: {}
  session: AuthConfigError<Reason<'notAnInstance'>>
  update: Reason<'notAnInstance'>
  flow: never
}

/** The instance that `Register` names, or none. */
export type RegisteredInstance<R = Register> = R extends { auth: infer Instance } ? Instance : undefined

/** The types of an instance: of `typeof auth`, the instance itself or its function that reads the session. */
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
          flow: Types['flow']
        }
      : NoInstance

/** A session that a page may be rendered with: as the server's object, or as its JSON. */
export type RenderedSession<Instance> =
  TypesOf<Instance> extends { session: infer Session }
    ? Session | ThroughJson<Session>
    : ClientTypesOf<Instance>['session']

/** The options of `createClient`. */
export interface ClientOptions {
  /** Where the handler is: the `basePath` of the instance, after the path that the application itself is under. */
  basePath?: `/${string}` | undefined
}

/** The options of `signIn` and `signOut` in the browser. */
export interface ClientRedirectOptions<_Hint extends string = RedirectHint> {
  /** Whether to load the next page. Default: `true`. */
  redirect?: boolean | undefined
  /**
   * Where to go afterwards: a path of the site. Default: this page; for `signIn`, where `callbackUrl` in
   * the address of this page leads.
   */
  redirectTo?: string | undefined
}

/** The options of `signIn` in the browser, beside the fields of the provider. */
export type ClientSignInOptions<
  Flow,
  Fields = {},
  _Hint extends string = RedirectHint,
> = ClientRedirectOptions & FlowOption<Flow> & Omit<RememberOption, keyof Fields> & Fields

/** What `signIn` in the browser can be given with `.session({ remember: true })`. */
export interface RememberOption {
  /** Whether the cookie stays when the browser is closed. It has no effect without `.session({ remember: true })`. Default: `false`. */
  remember?: boolean | undefined
}

/** The names of the parameters that a browser may choose. */
export type BrowserParam = 'display' | 'login_hint' | 'prompt' | 'ui_locales'

/** The parameters of each provider, as far as a browser may choose them. */
export type BrowserParams<Params> = {
  [Id in keyof Params]: Pick<NonNullable<Params[Id]>, keyof NonNullable<Params[Id]> & BrowserParam>
}

/** The arguments of `signIn` after the id of a provider. Fields that a provider requires are required. */
export type ClientSignInArguments<T extends ClientTypes, Id> = Id extends keyof T['fields']
  ? [options: ClientSignInOptions<T['flow'], T['fields'][Id]>, authorizationParams?: AuthorizationParams]
  : string extends T['id']
    ? [options?: ClientRedirectOptions & Record<string, unknown>, authorizationParams?: AuthorizationParams]
    : [
        options?: ClientSignInOptions<T['flow'], Pick<LinkOptions, 'link'>>,
        authorizationParams?: ParamsOf<BrowserParams<T['params']>, Id>,
      ]

/** A provider, as `GET /providers` returns it. */
export interface PublicProvider<Id extends string = string> {
  id: Id
  name: string
  type: ProviderType
  signinUrl: string
  callbackUrl: string
}

/** The providers by id. */
export type PublicProviders<Id extends string> = { [Each in Id]: PublicProvider<Each> }

/**
 * Signs in with a provider from the browser; without one, goes to the sign-in page. Loads the next page, unless `redirect` is `false`; the
 * result says whether it succeeded. It never rejects: an unavailable server is a result, too.
 *
 * @param args - The id of a provider, and the options, with the fields of the provider beside them; then parameters for the provider's
 *   authorization endpoint, of which the server takes `display`, `login_hint`, `prompt` and `ui_locales`
 *   from a browser.
 */
export type ClientSignIn<T extends ClientTypes> = <Id extends string | undefined = undefined>(
  ...args: string extends T['id']
    ? [
        provider?: string,
        options?: ClientRedirectOptions & Record<string, unknown>,
        authorizationParams?: AuthorizationParams,
      ]
    : [Id] extends [undefined]
      ? [provider?: undefined, options?: ClientRedirectOptions]
      : [provider: SignInId<T['id'], Id>, ...rest: ClientSignInArguments<T, Id>]
) => Promise<SignInResult>

/** What a browser can call of an instance. */
export interface Client<T extends ClientTypes> {
  /** The session, or `null` where no user is signed in. Throws a {@link ClientError} when the server does not respond. */
  getSession(): Promise<T['session'] | null>
  /** The token that a form of your own repeats as `csrfToken`; empty where the server checks none. */
  getCsrfToken(): Promise<string>
  /** The providers by id. */
  getProviders(): Promise<PublicProviders<T['id']>>
  signIn: ClientSignIn<T>
  /**
   * Ends the session, then loads the next page, unless `redirect` is `false`. With `provider: true`, that is a page of the
   * provider, which leads to `redirectTo`.
   */
  signOut(options?: ClientRedirectOptions & ProviderSignOutOptions): Promise<SignInResult>
  /**
   * Changes the session: the `jwt` and `session` callbacks apply `data`. Without it, the session is fetched again.
   * Throws a {@link ClientError} when nothing was changed.
   */
  update(data?: T['update']): Promise<T['session'] | null>
}

/** What a browser can call of the instance that `Register` names. */
export type RegisteredClient = Client<ClientTypesOf<RegisteredInstance>>
