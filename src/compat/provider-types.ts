import type { Account, TokenSet } from '../model/account.js'
import type { Awaitable } from '../model/awaitable.js'
import type { Profile, User } from '../model/user.js'
import type { CommonProvider } from '../providers/kinds/common-provider.js'
import type { CredentialField } from '../providers/kinds/credentials.js'
import type { EmailProvider } from '../providers/kinds/email.js'
import type { OAuthSettings } from '../providers/kinds/oauth.js'
import type { OIDCProvider } from '../providers/kinds/oidc.js'
import type { WebAuthnProvider } from '../providers/kinds/webauthn.js'

/** Converts the profile of a provider to a user. */
export type ProfileCallback<Raw> = (profile: Raw, tokens: TokenSet) => Awaitable<User>

/** An OAuth 2.0 provider in the format of Auth.js. */
export interface OAuth2Config<Raw> extends CommonProvider, Omit<OAuthSettings, 'account' | 'authorization'> {
  /** OAuth 2.0 without ID tokens. */
  readonly type: 'oauth'
  /** The authorization endpoint. */
  readonly authorization?:
    | string
    | { url?: string | undefined; params?: Record<string, unknown> | undefined }
    | undefined
  /** Converts the profile to a user. A user without an `id` cannot sign in. */
  profile?(profile: Raw, tokens: TokenSet): Awaitable<User>
  /** Chooses which fields of the token response are stored with the account. */
  account?(tokens: TokenSet): Partial<Account> | undefined | void
  /** The application's options, which take precedence. */
  readonly options?: object | undefined
}

/** An OpenID Connect provider in the format of Auth.js. */
export interface OIDCConfig<Raw>
  extends Omit<OAuth2Config<Raw>, 'type'>,
    Pick<
      OIDCProvider,
      'allowOtherAudiences' | 'idToken' | 'issuerAliases' | 'tokenIssuer' | 'tenants' | 'userParameter'
    > {
  /** OpenID Connect. */
  readonly type: 'oidc'
}

/** A provider of OAuth 2.0 or OpenID Connect. */
export type OAuthConfig<Raw> = OIDCConfig<Raw> | OAuth2Config<Raw>

/** Options of an OAuth 2.0 provider function. */
export type OAuthUserConfig<Raw> = Omit<Partial<OAuth2Config<Raw>>, 'options' | 'type'>

/** Options of an OpenID Connect provider function. */
export type OIDCUserConfig<Raw> = Omit<Partial<OIDCConfig<Raw>>, 'options' | 'type'>

/** A provider that sends a sign-in link by e-mail. */
export interface EmailConfig extends EmailProvider<string> {
  /** The application's options, which take precedence. */
  readonly options?: object | undefined
}

/** Options of an e-mail provider function. */
export type EmailUserConfig = Omit<Partial<EmailConfig>, 'options' | 'type'>

/** A field of a credentials form. */
export interface CredentialInput extends CredentialField {}

/** A credentials provider with the option names of Auth.js. */
export interface CredentialsConfig<
  Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> extends CommonProvider {
  /** A sign-in form whose input `authorize()` checks. */
  readonly type: 'credentials'
  /** The fields of the form. */
  credentials: Inputs
  /**
   * Whether `authorize` can show messages to the user, as in `next-auth` 4. With `true`, the message of a plain `Error` without a `code`
   * becomes the parameter `error` in the URL of the page. Default: `false`.
   */
  readonly exposeErrors?: boolean | undefined
  /** Returns the user, or `null` if the credentials are wrong. A user without an `id` gets a new random `id` at each sign-in. */
  authorize: (
    credentials: Partial<Record<keyof Inputs, unknown>>,
    request: Request,
  ) => Awaitable<User | null | undefined>
}

/** Options of `Credentials`. */
export type CredentialsUserConfig<Inputs extends Record<string, CredentialInput>> = Omit<
  Partial<CredentialsConfig<Inputs>>,
  'type'
>

/** A WebAuthn provider. */
export interface WebAuthnConfig extends WebAuthnProvider<string> {}

/** A provider object of another package, such as `@auth/core`. */
export interface PublishedConfig extends CommonProvider {
  /** The name on the button of the built-in sign-in page. */
  readonly name: string
  /** The application's options, which take precedence. */
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

/** A provider, or a function that creates one without options. */
// biome-ignore lint/suspicious/noExplicitAny: each provider receives and returns its own profile type, and only any accepts all of them.
export type Provider<Raw extends Profile = any> =
  | ProviderObject<Raw>
  // biome-ignore lint/suspicious/noExplicitAny: each function has its own options, some of them required, and only any accepts all of them.
  | ((...options: any) => ProviderObject<Raw>)

/** The providers of a configuration. */
export type AppProviders = readonly Provider[]

/** The id of a provider. */
export type ProviderId = string

/** The id of a provider, as `next-auth` 4 calls it. */
export type BuiltInProviderType = ProviderId

/** Accepts any value of `Base`. Editors suggest the values of `Literal`. */
export type LiteralUnion<Literal extends Base, Base = string> = Literal | (Base & Record<never, never>)

/** The fields that every type of provider has. */
export interface CommonProviderOptions extends CommonProvider {}

/** The additional options of a provider function, which other OAuth providers do not have. */
export type OwnOptions<Make extends (options: never) => object> = Omit<
  NonNullable<Parameters<Make>[0]>,
  keyof OAuthUserConfig<unknown>
>

/** The profile type of a provider, from its options. */
export type ProfileOf<Options> = Options extends { profile?: infer Method }
  ? NonNullable<Method> extends (profile: infer Raw, ...rest: never[]) => unknown
    ? Raw
    : Profile
  : Profile

/** An OAuth or OpenID Connect provider function with the types of Auth.js. `NoInfer` keeps a list of providers from determining `Raw`. */
export type ProviderFunction<Make extends (options: never) => object> =
  ReturnType<Make> extends { readonly type: 'oidc' }
    ? <Raw extends ProfileOf<NonNullable<Parameters<Make>[0]>> = ProfileOf<NonNullable<Parameters<Make>[0]>>>(
        options?: OIDCUserConfig<Raw> & OwnOptions<Make>,
      ) => OIDCConfig<NoInfer<Raw>>
    : <Raw extends ProfileOf<NonNullable<Parameters<Make>[0]>> = ProfileOf<NonNullable<Parameters<Make>[0]>>>(
        options?: OAuthUserConfig<Raw> & OwnOptions<Make>,
      ) => OAuth2Config<NoInfer<Raw>>

/** A mail provider function with the types of Auth.js. Options may be `undefined`, such as members of `process.env`. */
export type MailFunction<Make extends (options: never) => object> = (
  options?: EmailUserConfig & { [Name in keyof Parameters<Make>[0]]?: Parameters<Make>[0][Name] | undefined },
) => EmailConfig
