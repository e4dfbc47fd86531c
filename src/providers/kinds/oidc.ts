import type { IdentifiedUser, Profile } from '../../model/user.js'
import type { OpenIDAuthorizationParams } from './authorization-params.js'
import type { OAuthProviderFields } from './oauth.js'
import type { AnyProviderId } from './provider-id.js'

/**
 * The issuer of ID tokens: a template with one claim of the token in braces, or a function that decides.
 *
 * A template is an address, such as `https://login.example.com/{tid}`, or a path at the origin of `issuer`, such as `/{tid}/v2.0`. The
 * value of the claim may have letters, digits and `._~-`. The metadata may publish the template with any name in braces, or an issuer that it
 * describes; the latter is then the issuer of every token.
 */
export type TokenIssuer = string | ((token: UnverifiedIdToken) => IssuerVerdict)

/** What decides whether the issuer of an ID token is accepted. The signature is verified afterwards. */
export interface UnverifiedIdToken {
  readonly claims: Readonly<Record<string, unknown>>
  /** The issuer that the metadata publishes. */
  readonly metadataIssuer: string
}

/** The issuer that a token must name to be accepted, or why it is rejected. */
export type IssuerVerdict = { readonly issuer: string } | { readonly rejected: string }

/** An OpenID Connect provider: its ID token identifies the user. */
export interface OIDCProvider<
  out Raw = Profile,
  out Id extends string = AnyProviderId,
  out User = IdentifiedUser,
  out Params = OpenIDAuthorizationParams,
> extends OAuthProviderFields<Raw, Id, User> {
  readonly type: 'oidc'
  /** Types only: `undefined` at run time. */
  readonly '~params'?: Params
  /**
   * `false` takes the profile from the userinfo endpoint, for a provider whose ID tokens hold `sub` alone: without it, name and
   * address are missing there. Default: `true`.
   */
  readonly idToken?: boolean | undefined
  /**
   * Adds the JSON object in the parameter `user` of the authorization response to the profile, as its member `user`. It is not signed: the
   * user can write into it whatever they like. Default: `false`.
   *
   * @see https://developer.apple.com/documentation/signinwithapple/configuring-your-webpage-for-sign-in-with-apple
   */
  readonly userParameter?: boolean | undefined
  /**
   * How the issuer of an ID token is matched, for a provider with an issuer for each tenant and one metadata document for all.
   * Default: the issuer of the token is that of the metadata.
   *
   * Where it is set, `providerAccountId` is `<issuer of the token>|<id>`: the same `sub` of two issuers is two accounts.
   *
   * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
   */
  readonly tokenIssuer?: TokenIssuer | undefined
  /**
   * Accepts ID tokens with audiences other than the client, for a provider that always adds some. The client must still be one of `aud`, and
   * `azp` must be the client. Default: `false`, every other audience must be listed in `client.id_token_trusted_audiences`.
   *
   * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
   */
  readonly allowOtherAudiences?: boolean | undefined
  /**
   * The tenants whose users may sign in: values of the claim that the template of `tokenIssuer` names, compared without regard to case.
   * Default: every tenant.
   */
  readonly tenants?: readonly string[] | undefined
}
