import type { IdentifiedUser, Profile } from '../../model/user.js'
import type { OAuthProviderFields } from './oauth.js'
import type { OpenIDAuthorizationParams } from './openid-params.js'
import type { AnyProviderId } from './provider-id.js'

/**
 * The issuer of ID tokens: a template with one claim of the token in braces, or a function.
 *
 * A template is a URL such as `https://login.example.com/{tid}`, or a path at the origin of `issuer` such as `/{tid}/v2.0`. The value of
 * the claim may contain letters, digits and `._~-`. If the issuer in the metadata has a name in braces, such as `{tenantid}`, tokens may
 * have any issuer that matches the template. Otherwise, every token must have the issuer of the metadata.
 */
export type TokenIssuer = string | ((token: UnverifiedIdToken) => IssuerVerdict)

/** An ID token before its signature is verified. Its claims may be forged. */
export interface UnverifiedIdToken {
  readonly claims: Readonly<Record<string, unknown>>
  /** The issuer in the metadata. */
  readonly metadataIssuer: string
}

export type IssuerVerdict = { readonly issuer: string } | { readonly rejected: string }

/** An OpenID Connect provider. Its ID token identifies the user. */
export interface OIDCProvider<
  out Raw = Profile,
  out Id extends string = AnyProviderId,
  out User = IdentifiedUser,
  out Params = OpenIDAuthorizationParams,
> extends OAuthProviderFields<Raw, Id, User> {
  /** Marks a provider that uses OpenID Connect: it returns an ID token, whose signature and claims are checked. */
  readonly type: 'oidc'
  /** Types only. */
  readonly '~params'?: Params
  /**
   * `true` reads the profile from the ID token, and `false` from the UserInfo endpoint. Default: the ID token, with the warning
   * `bare-id-token-<id>` if the token has neither a name nor an e-mail address.
   */
  readonly idToken?: boolean | undefined
  /**
   * Whether the authorization response has a parameter `user` with a JSON object, which becomes the member `user` of the profile. The
   * object is not signed. Default: `false`.
   *
   * @see https://developer.apple.com/documentation/signinwithapple/configuring-your-webpage-for-sign-in-with-apple
   */
  readonly userParameter?: boolean | undefined
  /**
   * The issuers of ID tokens, for a provider with one metadata document and an issuer per tenant. If set, `providerAccountId` is `<issuer
   * of the token>|<id>`, so that the same `sub` from two issuers belongs to two accounts. Default: the issuer of the metadata.
   *
   * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
   */
  readonly tokenIssuer?: TokenIssuer | undefined
  /**
   * Whether to accept ID tokens with any audiences in addition to the client, if `azp` is the client. Default: `false`, which accepts only
   * the additional audiences in `client.id_token_trusted_audiences`.
   *
   * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
   */
  readonly allowOtherAudiences?: boolean | undefined
  /**
   * Other names of the issuer, in its metadata or in ID tokens. The same `sub` with two of these names is one account. Default: none.
   *
   * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
   */
  readonly issuerAliases?: readonly string[] | undefined
  /**
   * The tenants whose users may sign in: values of the claim in the template of `tokenIssuer`, in any letter case. Default: every tenant.
   */
  readonly tenants?: readonly string[] | undefined
}
