import type { AuthorizationParams, LinkOptions, RedirectHint, SignInId } from '../builder/auth.js'
import type { ProviderType } from '../providers/kinds/provider-type.js'
import type { ClientTypes, ClientTypesOf, RegisteredInstance } from './client-types.js'
import type { SignInResult } from './sign-in-result.js'

/** The options of `createClient`. */
export interface ClientOptions {
  /** Where the handler is: the `basePath` of the instance, after the path that the application itself is under. */
  basePath?: `/${string}` | undefined
}

/** The options of `signIn` and `signOut` in the browser. */
export interface ClientRedirectOptions<_Hint extends string = RedirectHint> {
  /** Whether to load the page that comes next. Default: `true`. */
  redirect?: boolean | undefined
  /**
   * Where to go afterwards: a path of the site. Default: this page; for `signIn`, where `callbackUrl` in
   * the address of this page leads.
   */
  redirectTo?: string | undefined
}

/** What `signIn` is given after a provider's id. What a provider must be given is not optional. */
export type ClientSignInArguments<T extends ClientTypes, Id> = Id extends keyof T['fields']
  ? [options: ClientRedirectOptions & T['fields'][Id], authorizationParams?: AuthorizationParams]
  : string extends T['id']
    ? [options?: ClientRedirectOptions & Record<string, unknown>, authorizationParams?: AuthorizationParams]
    : [options?: ClientRedirectOptions & LinkOptions, authorizationParams?: AuthorizationParams]

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

/** Starts a sign-in from the browser. */
export interface ClientSignIn<T extends ClientTypes> {
  /** Goes to the sign-in page. */
  (): Promise<SignInResult>
  /**
   * Signs in with a provider. Loads the page that comes next, unless `redirect` is `false`; the result says
   * what became of it. It rejects never: a server that is down is a result, too.
   *
   * @param args - The options, with the fields of the provider beside them; then parameters for the provider's
   *   authorization endpoint, of which the server takes `display`, `login_hint`, `prompt` and `ui_locales`
   *   from a browser.
   */
  <Id extends string>(
    provider: SignInId<T['id'], Id>,
    ...args: ClientSignInArguments<T, Id>
  ): Promise<SignInResult>
}

/** What a browser can call of an instance. */
export interface Client<T extends ClientTypes> {
  /** The session, or `null` where no user is signed in. Throws a {@link ClientError} when the server does not respond. */
  getSession(): Promise<T['session'] | null>
  /** The token that a form of your own repeats as `csrfToken`; empty where the server checks none. */
  getCsrfToken(): Promise<string>
  /** The providers by id. */
  getProviders(): Promise<PublicProviders<T['id']>>
  signIn: ClientSignIn<T>
  /** Ends the session, then loads the page that comes next, unless `redirect` is `false`. */
  signOut(options?: ClientRedirectOptions): Promise<SignInResult>
  /**
   * Changes the session: the `jwt` and `session` callbacks decide what becomes of `data`. Without it, the
   * session is read anew. Throws a {@link ClientError} when nothing was changed.
   */
  update(data?: T['update']): Promise<T['session'] | null>
}

/** What a browser can call of the instance that `Register` names. */
export type RegisteredClient = Client<ClientTypesOf<RegisteredInstance>>
