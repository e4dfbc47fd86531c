import type { Account, TokenSet } from '../model/account.js'
import type { Awaitable } from '../model/awaitable.js'
import type { Profile, User } from '../model/user.js'
import type { CommonProvider } from '../providers/kinds/common-provider.js'
import type { CredentialField } from '../providers/kinds/credentials.js'
import type { EmailProvider } from '../providers/kinds/email.js'
import type { OAuthSettings } from '../providers/kinds/oauth.js'
import type { OIDCProvider } from '../providers/kinds/oidc.js'
import type { WebAuthnProvider } from '../providers/kinds/webauthn.js'

/** Turns what the provider says of a person into a user. */
export type ProfileCallback<Raw> = (profile: Raw, tokens: TokenSet) => Awaitable<User>

/** An OAuth 2 provider, as Auth.js writes one. */
export interface OAuth2Config<Raw> extends CommonProvider, Omit<OAuthSettings, 'account' | 'authorization'> {
  readonly type: 'oauth'
  /** The authorization endpoint. `response_type` is `code`, whatever `params` say. */
  readonly authorization?:
    | string
    | { url?: string | undefined; params?: Record<string, unknown> | undefined }
    | undefined
  profile?(profile: Raw, tokens: TokenSet): Awaitable<User>
  /** Chooses which fields of the token response are stored with the account. */
  account?(tokens: TokenSet): Partial<Account> | undefined | void
  /** What the application chose, in place of the provider's own fields. */
  readonly options?: object | undefined
}

/** An OpenID Connect provider, as Auth.js writes one. */
export interface OIDCConfig<Raw>
  extends Omit<OAuth2Config<Raw>, 'type'>,
    Pick<OIDCProvider, 'allowOtherAudiences' | 'idToken' | 'tokenIssuer' | 'tenants' | 'userParameter'> {
  readonly type: 'oidc'
}

/** A provider of OAuth 2 or OpenID Connect. */
export type OAuthConfig<Raw> = OIDCConfig<Raw> | OAuth2Config<Raw>

/** What the function of an OAuth 2 provider is given. */
export type OAuthUserConfig<Raw> = Omit<Partial<OAuth2Config<Raw>>, 'options' | 'type'>

/** What the function of an OpenID Connect provider is given. */
export type OIDCUserConfig<Raw> = Omit<Partial<OIDCConfig<Raw>>, 'options' | 'type'>

/** A provider that sends a sign-in link by e-mail. */
export interface EmailConfig extends EmailProvider<string> {
  readonly options?: object | undefined
}

/** What the function of an e-mail provider is given. */
export type EmailUserConfig = Omit<Partial<EmailConfig>, 'options' | 'type'>

/** A field of a credentials form: its label, and attributes of its `<input>`. */
export interface CredentialInput extends CredentialField {}

/** A provider whose sign-in is decided by the application, with the option names of Auth.js. */
export interface CredentialsConfig<
  Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> extends CommonProvider {
  readonly type: 'credentials'
  /** The fields of the form. */
  credentials: Inputs
  /**
   * Says who signs in, or `null` when the credentials are wrong. It may throw `CredentialsSignin`. A user without an `id` gets a random one at
   * each sign-in.
   */
  authorize: (
    credentials: Partial<Record<keyof Inputs, unknown>>,
    request: Request,
  ) => Awaitable<User | null | undefined>
}

/** What `Credentials` is given. */
export type CredentialsUserConfig<Inputs extends Record<string, CredentialInput>> = Omit<
  Partial<CredentialsConfig<Inputs>>,
  'type'
>

/** A provider whose sign-in is a WebAuthn ceremony. */
export interface WebAuthnConfig extends WebAuthnProvider<string> {}

/**
 * A provider object that another package made, such as `@auth/core`. What it holds is checked when the configuration is.
 */
export interface PublishedConfig extends CommonProvider {
  readonly name: string
  readonly options?: object | undefined
}

/** A provider that is an object. */
export type ProviderObject<Raw> =
  | OAuth2Config<Raw>
  | OIDCConfig<Raw>
  | EmailConfig
  | CredentialsConfig
  | WebAuthnConfig
  | PublishedConfig

/** Any provider, or the function that makes one, which is called without options. */
// biome-ignore lint/suspicious/noExplicitAny: each provider has its own profile, as what it takes and what it returns; only any fits them all.
export type Provider<Raw extends Profile = any> =
  | ProviderObject<Raw>
  // biome-ignore lint/suspicious/noExplicitAny: a function is called with options that it may require; only any lets all of them be assigned.
  | ((...options: any) => ProviderObject<Raw>)

/** The providers of a configuration. */
export type AppProviders = readonly Provider[]

/** The id of a provider. Those of Authwright are in the types of `createAuth`. */
export type ProviderId = string

/** The id of a provider, by its name in `next-auth` 4. */
export type BuiltInProviderType = ProviderId

/** What a provider is, for every kind. */
export interface CommonProviderOptions extends CommonProvider {}

/** What a provider of ours can be given besides what every OAuth provider can. */
export type OwnOptions<Make extends (options: never) => object> = Omit<
  NonNullable<Parameters<Make>[0]>,
  keyof OAuthUserConfig<unknown>
>

/** What a provider says of a person, by its options. */
export type ProfileOf<Options> = Options extends { profile?: infer Method }
  ? NonNullable<Method> extends (profile: infer Raw, ...rest: never[]) => unknown
    ? Raw
    : Profile
  : Profile

/** The function of an OAuth or OpenID Connect provider, with the types of Auth.js. A list of providers says nothing of the profile: hence `NoInfer`. */
export type ProviderFunction<Make extends (options: never) => object> =
  ReturnType<Make> extends { readonly type: 'oidc' }
    ? <Raw extends ProfileOf<NonNullable<Parameters<Make>[0]>> = ProfileOf<NonNullable<Parameters<Make>[0]>>>(
        options?: OIDCUserConfig<Raw> & OwnOptions<Make>,
      ) => OIDCConfig<NoInfer<Raw>>
    : <Raw extends ProfileOf<NonNullable<Parameters<Make>[0]>> = ProfileOf<NonNullable<Parameters<Make>[0]>>>(
        options?: OAuthUserConfig<Raw> & OwnOptions<Make>,
      ) => OAuth2Config<NoInfer<Raw>>

/** The function of a mail service, with the types of Auth.js: each option may come from the environment, and be missing there. */
export type MailFunction<Make extends (options: never) => object> = (
  options?: EmailUserConfig & { [Name in keyof Parameters<Make>[0]]?: Parameters<Make>[0][Name] | undefined },
) => EmailConfig
