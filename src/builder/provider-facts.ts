import type { TokenSet } from '../model/account.js'
import type { ProviderType } from '../model/provider-type.js'
import type { Profile } from '../model/user.js'
import type { CredentialsProvider, CredentialsTypes } from '../providers/kinds/credentials.js'
import type { OAuthTypes } from '../providers/kinds/oauth.js'
import type { ProviderUser } from '../providers/kinds/provider-user.js'

/** The types that the builder keeps of any provider. */
export interface ProviderFacts {
  id: string
  type: ProviderType
  /** The known parameters of the provider's authorization endpoint. */
  '~params'?: unknown
}

export interface OAuthFacts<out Id extends string, out User, out Raw> {
  id: Id
  type: 'oauth'
  user: User
  profile: Raw
}

export interface EmailFacts<out Id extends string> {
  id: Id
  type: 'email'
}

export interface CredentialsFacts<out Id extends string, out User, out Fields, out Input> {
  id: Id
  type: 'credentials'
  user: User
  /** The argument of `signIn`. */
  fields: Fields
  /** The argument of `authorize`. */
  input: Input
}

export interface WebAuthnFacts<out Id extends string> {
  id: Id
  type: 'webauthn'
}

export interface PasswordFacts<out Id extends string> {
  id: Id
  type: 'password'
}

type Known<Type, Fallback> = unknown extends Type ? Fallback : Type

/**
 * The types that the builder keeps of a provider, or of each provider of a union. A single conditional type infers
 * the id and the types, because looking up the members by name takes twice as long.
 */
export type FactsOf<P extends ProviderFacts> = P extends {
  id: infer Id extends string
  '~types'?(): infer Types
}
  ? Types extends OAuthTypes<infer Raw, infer User>
    ? OAuthFacts<Id, User, Raw>
    : Types extends CredentialsTypes<infer Fields, infer Input, infer User>
      ? CredentialsFacts<Id, User, Fields, Input>
      : InferredFacts<P>
  : never

type InferredFacts<P extends ProviderFacts> = P extends { type: 'oauth' | 'oidc' }
  ? P extends { id: string; profile?: infer Method }
    ? NonNullable<Method> extends (raw: infer Raw, tokens: TokenSet) => infer User
      ? OAuthFacts<P['id'], Known<Awaited<User>, ProviderUser>, Known<Raw, Profile>>
      : OAuthFacts<P['id'], ProviderUser, Profile>
    : never
  : P extends { type: 'credentials' }
    ? // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
      P extends CredentialsProvider<infer Input, any, infer User, infer Fields>
      ? CredentialsFacts<
          P['id'],
          User,
          Known<Fields, Record<string, string>>,
          Known<Input, Record<string, string>>
        >
      : never
    : P extends { type: 'webauthn' }
      ? WebAuthnFacts<P['id']>
      : P extends { type: 'password' }
        ? PasswordFacts<P['id']>
        : EmailFacts<P['id']>

export type ConditionalUi<P> = P extends { id: string; enableConditionalUI?: infer Enabled }
  ? unknown extends Enabled
    ? true
    : [NonNullable<Enabled>] extends [true]
      ? true
      : false
  : false
